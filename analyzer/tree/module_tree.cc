#include "analyzer/tree/module_tree.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "analyzer/tree/tree_marks.h"
#include "analyzer/tree/tree_names.h"
#include "analyzer/tree/tree_shape.h"
#include "analyzer/tree/tree_walk.h"
#include "ir/text/escape.h"

namespace tracegate::analyzer {
namespace {

std::uint64_t path_id(std::uint64_t above, std::string_view name) {
  std::uint64_t id = (above ^ '.') * 0x100000001B3;  // FNV-1a
  for (const char c : name) id = (id ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return id;
}

class Builder {
 public:
  // `layer`: the decoder layer that the root of the walk is. `fold`: equal siblings are one node.
  Builder(const ir::ModuleGraph& graph, const GateReport& report, const TreeWalk& walk, const MarksAt& marks,
          std::optional<std::size_t> layer, bool fold)
      : walk_(walk), marks_(marks), types_(graph), fold_(fold) {
    if (fold) shape_ = tree_shapes(graph, walk, marks_);
    class_of_.assign(report.decoder_layers, 0);
    for (std::size_t i = 0; i < report.classes.size(); ++i) {
      for (const std::size_t layer : report.classes[i].layers.layers) class_of_[layer] = i;
    }
    build(layer);
  }

  std::vector<TreeNode> nodes;
  std::vector<std::size_t> stands_for;  // modules, by node

 private:
  // A node that is still to be written.
  struct Item {
    std::size_t entry;
    std::size_t parent;
    TreeNode node;
    std::size_t modules;
    std::string_view first_name;
    bool reference = false;
  };

  void build(std::optional<std::size_t> layer) {
    std::vector<Item> open;
    const std::string_view path = walk_.entry(0).name;
    Item top{0, kNoNode, {}, walk_.entry(0).vertex() == ir::kNoVertex ? std::size_t{0} : std::size_t{1}, path};
    top.node.name = path.empty() ? "(model)" : ir::shorten(path, 400);
    if (layer) {
      top.node.layer_class = class_of_[*layer];
      top.node.layers = {*layer};
    }
    open.push_back(std::move(top));
    while (!open.empty()) {
      Item item = std::move(open.back());
      open.pop_back();
      const std::size_t index = nodes.size();
      TreeNode& node = item.node;
      node.parent = item.parent;
      node.depth = item.parent == kNoNode ? 0 : nodes[item.parent].depth + 1;
      node.id = path_id(item.parent == kNoNode ? 0xCBF29CE484222325 : nodes[item.parent].id, item.first_name);
      node.type = types_.of(walk_.entry(item.entry).value);
      if (item.reference) {
        node.same_as = short_path(walk_, item.entry);
      } else {
        node.marks = marks_[item.entry];
      }
      nodes.push_back(std::move(node));
      stands_for.push_back(item.modules);
      if (item.reference) continue;
      std::vector<Item> children = fold_children(item, index);
      std::move(children.rbegin(), children.rend(), std::back_inserter(open));
    }
  }

  std::vector<Item> fold_children(const Item& above, std::size_t index) const {
    const std::vector<WalkEdge>& edges = walk_.entry(above.entry).edges;
    std::vector<Item> items;
    std::unordered_map<std::size_t, std::size_t> classes;  // item by layer class
    for (std::size_t i = 0; i < edges.size();) {
      const WalkEdge& edge = edges[i];
      if (edge.layer != rules::kNone) {
        const std::size_t layer_class = class_of_[edge.layer];
        const auto [known, fresh] = classes.emplace(fold_ ? layer_class : i, items.size());
        if (fresh) items.push_back(item(edges, i, 1, above, index));
        TreeNode& node = items[known->second].node;
        node.layer_class = layer_class;
        node.layers.push_back(edge.layer);
        node.times = node.layers.size();
        items[known->second].modules = module_count(edge, above) * node.times;
        ++i;
        continue;
      }
      std::size_t count = 1;
      while (fold_ && i + count < edges.size() && equal(edge, edges[i + count])) ++count;
      items.push_back(item(edges, i, count, above, index));
      i += count;
    }
    for (Item& one : items) {
      if (one.node.layer_class && fold_) one.node.name = describe_some_layers(one.node.layers);
    }
    return items;
  }

  bool equal(const WalkEdge& a, const WalkEdge& b) const {
    if (b.layer != rules::kNone || a.first != b.first) return false;
    return a.first ? shape_[a.entry] == shape_[b.entry] : a.entry == b.entry;
  }

  // How many modules a child below this node stands for, once for each sibling that the node itself stands for.
  std::size_t module_count(const WalkEdge& edge, const Item& above) const {
    if (!edge.first || walk_.entry(edge.entry).vertex() == ir::kNoVertex) return 0;
    return std::max<std::size_t>(above.modules, 1);
  }

  Item item(const std::vector<WalkEdge>& edges, std::size_t first, std::size_t count, const Item& above, std::size_t index) const {
    const WalkEdge& edge = edges[first];
    Item made{edge.entry, index, {}, module_count(edge, above) * count, edge.name, !edge.first};
    made.node.times = count;
    made.node.name = names_of(&edge, count);
    return made;
  }

  const TreeWalk& walk_;
  const MarksAt& marks_;
  const TreeNames types_;
  const bool fold_;
  std::vector<std::uint32_t> shape_;
  std::vector<std::size_t> class_of_;  // by layer
};

// Keeps the nodes nearest to the root, level by level.
void cut(ModuleTree& tree, const std::vector<std::size_t>& stands_for, std::size_t most) {
  if (tree.nodes.size() <= most) return;
  std::vector<std::size_t> order(tree.nodes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return tree.nodes[a].depth < tree.nodes[b].depth; });
  std::vector<bool> kept(tree.nodes.size());
  for (std::size_t i = 0; i < most; ++i) kept[order[i]] = true;
  std::vector<std::size_t> owner(tree.nodes.size());  // the new number of the node, or of the kept one above it
  std::vector<TreeNode> nodes;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    TreeNode& node = tree.nodes[i];
    if (node.parent != kNoNode) node.parent = owner[node.parent];
    if (kept[i]) {
      owner[i] = nodes.size();
      nodes.push_back(std::move(node));
    } else {
      owner[i] = node.parent;
      nodes[node.parent].left_out += stands_for[i];
      tree.left_out += stands_for[i];
    }
  }
  tree.nodes = std::move(nodes);
}

}  // namespace

ModuleTree build_module_tree(const ir::ModuleGraph& graph, const rules::Profile& profile, const GateReport& report,
                             const TreeRequest& request) {
  ModuleTree tree;
  tree.classes = report.classes;
  if (graph.chunks().empty()) return tree;
  const ir::Value& chunk = graph.chunks().front();
  const std::string_view path = chunk.kind == ir::ValueKind::kObject ? graph.text(graph.object(chunk.record).path) : std::string_view();
  const TreeWalk whole(graph, profile, chunk, path);
  Chosen root{0, std::nullopt};
  if (!request.layer.empty()) root = choose_module(whole, report, path, request.layer);
  std::vector<std::size_t> layers;
  if (root.layer) {
    layers = {*root.layer};
  } else {
    for (const ClassReport& one : report.classes) layers.push_back(one.layers.representative());
  }
  TreeMarks marks = marks_of(whole, profile, report, layers, path);
  const auto show = [&](const TreeWalk& walk, const MarksAt& at, std::optional<std::size_t> layer) {
    Builder builder(graph, report, walk, at, layer, !root.layer);
    tree.nodes = std::move(builder.nodes);
    tree.modules = walk.modules();
    cut(tree, builder.stands_for, std::max<std::size_t>(request.most_nodes, 1));
  };
  if (request.layer.empty()) {
    tree.around = std::move(marks.around);
    tree.more_chunks = graph.chunks().size() - 1;
    show(whole, marks.at, std::nullopt);
    return tree;
  }
  // A part stands for itself: what it shares with other parts is shown in full.
  const bool is_layer = root.layer && whole.layer(*root.layer) == root.entry;
  const TreeWalk part(graph, profile, whole.entry(root.entry).value, is_layer ? report.layer_paths[*root.layer] : whole.path(root.entry));
  MarksAt at(part.size());
  at[0] = marks.at[root.entry];
  for (std::size_t i = 1; i < part.size(); ++i) {
    if (part.entry(i).vertex() != ir::kNoVertex) at[i] = marks.at[whole.find(part.entry(i).vertex())];
  }
  for (std::size_t i = 0; i < report.decoder_layers; ++i) {
    if (part.layer(i) != kNoEntry) at[part.layer(i)] = marks.at[whole.layer(i)];
  }
  show(part, at, is_layer ? root.layer : std::nullopt);
  return tree;
}

}  // namespace tracegate::analyzer
