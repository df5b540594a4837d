#include "analyzer/report/writers/tree_dot.h"

#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "analyzer/report/writers/tree_words.h"
#include "analyzer/report/writers/words.h"
#include "ir/text/escape.h"

namespace tracegate::analyzer {
namespace {

using schema::Verdict;

// Inside a quoted label a backslash begins an escape, and "&" an entity.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : ir::displayed(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
    if (c == '&') out += "amp;";
  }
  return out;
}

std::string_view colour(Verdict::Value verdict) {
  switch (verdict) {
    case Verdict::missed:
      return "#f4c7c3";
    case Verdict::undetermined:
      return "#fce8b2";
    default:
      return "#d0e8d2";
  }
}

std::string label(const schema::Model& model, const schema::TreeNode& node) {
  std::string text = escaped(node.name()) + "\\n" + escaped(node.type());
  for (const std::string& note : node_notes(model, node)) text += "\\n" + escaped(note);
  if (!node.marks().empty()) text += "\\n" + escaped(marks_in_words(node.marks()));
  return text;
}

std::string style(std::optional<Verdict::Value> verdict, bool reference) {
  std::string text;
  if (verdict) text += fmt::format(", fillcolor=\"{}\"", colour(*verdict));
  if (verdict || reference) text += fmt::format(", style=\"{}\"", !verdict ? "dashed" : reference ? "dashed,filled" : "filled");
  return text;
}

}  // namespace

std::string write_tree_dot(const schema::Report& report) {
  const schema::Model& model = report.models(0);
  const schema::ModuleTree& tree = model.tree();
  const std::vector<std::string> ids = node_ids(tree);
  std::string head = escaped(tree_title(report));
  for (const std::string& note : not_shown(tree)) head += "\\n" + escaped(note);
  std::string out = "digraph tracegate {\n";
  out += fmt::format("  graph [rankdir=LR, labelloc=t, label=\"{}\"];\n", head);
  out += "  node [shape=box];\n";
  constexpr std::uint64_t kClosed = 0;
  std::uint64_t cluster = kClosed;  // one more than the depth of the layer class whose cluster is open
  const auto close = [&](std::uint64_t depth) {
    if (cluster == kClosed || depth >= cluster) return;
    out += "  }\n";
    cluster = kClosed;
  };
  for (int i = 0; i < tree.nodes_size(); ++i) {
    const schema::TreeNode& node = tree.nodes(i);
    const std::string& id = ids[static_cast<std::size_t>(i)];
    close(node.depth());
    if (node.has_layer_class() && node.same_as().empty() && cluster == kClosed) {
      const schema::LayerClass& one = model.classes(static_cast<int>(node.layer_class()));
      out += fmt::format("  subgraph cluster_{} {{\n    label=\"{}\";\n", id,
                         escaped(fmt::format("class {}: {}", one.id(), name(one.verdict()))));
      cluster = node.depth() + 1;
    }
    const std::string_view indent = cluster != kClosed ? "    " : "  ";
    out +=
        fmt::format("{}{} [label=\"{}\"{}];\n", indent, id, label(model, node), style(node_verdict(model, node), !node.same_as().empty()));
    if (node.left_out() > 0) {
      out += fmt::format("{}{}_more [label=\"{}\", style=\"dotted\"];\n", indent, id, left_out(node.left_out()));
    }
  }
  close(0);
  for (const schema::TreeAround& one : tree.around()) {
    out += fmt::format("  the_{} [label=\"the {}\\n{}\"{}];\n", one.what(), one.what(), escaped(marks_in_words(one.marks())),
                       style(verdict_of(one.marks()), false));
  }
  for (int i = 0; i < tree.nodes_size(); ++i) {
    const schema::TreeNode& node = tree.nodes(i);
    const std::string& id = ids[static_cast<std::size_t>(i)];
    if (node.has_parent()) out += fmt::format("  {} -> {};\n", ids[node.parent()], id);
    if (node.left_out() > 0) out += fmt::format("  {} -> {}_more;\n", id, id);
  }
  return out + "}\n";
}

}  // namespace tracegate::analyzer
