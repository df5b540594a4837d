#include "analyzer/report/assemble.h"
#include "analyzer/report/enums.h"

namespace tracegate::analyzer {
namespace {

void fill(std::vector<TreeMark>& marks, google::protobuf::RepeatedPtrField<schema::TreeMark>& out) {
  for (TreeMark& mark : marks) {
    schema::TreeMark& one = *out.Add();
    one.set_condition(std::move(mark.condition));
    one.set_verdict(to_schema(mark.verdict));
    one.set_below(std::move(mark.below));
    one.set_slot(std::move(mark.slot));
  }
}

void fill(TreeNode&& node, schema::TreeNode& out) {
  if (node.parent != kNoNode) out.set_parent(node.parent);
  out.set_depth(node.depth);
  out.set_id(node.id);
  out.set_name(std::move(node.name));
  out.set_type(std::move(node.type));
  out.set_times(node.times);
  if (node.layer_class) out.set_layer_class(*node.layer_class);
  out.mutable_layers()->Add(node.layers.begin(), node.layers.end());
  out.set_same_as(std::move(node.same_as));
  fill(node.marks, *out.mutable_marks());
  out.set_left_out(node.left_out);
}

}  // namespace

void assemble_tree(ModuleTree&& tree, schema::Model& model) {
  schema::ModuleTree& out = *model.mutable_tree();
  out.set_modules(tree.modules);
  out.set_left_out(tree.left_out);
  out.set_more_chunks(tree.more_chunks);
  for (TreeNode& node : tree.nodes) fill(std::move(node), *out.add_nodes());
  for (TreeAround& one : tree.around) {
    schema::TreeAround& around = *out.add_around();
    around.set_what(std::move(one.what));
    fill(one.marks, *around.mutable_marks());
  }
}

}  // namespace tracegate::analyzer
