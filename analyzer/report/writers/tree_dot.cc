#include "analyzer/report/writers/tree_dot.h"

#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "analyzer/report/writers/tree_words.h"

namespace tracegate::analyzer {
namespace {

using rules::Verdict;

// Inside a quoted label a backslash begins an escape, and "&" an entity.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
    if (c == '&') out += "amp;";
  }
  return out;
}

std::string_view colour(Verdict verdict) {
  switch (verdict) {
    case Verdict::kMissed:
      return "#f4c7c3";
    case Verdict::kUndetermined:
      return "#fce8b2";
    default:
      return "#d0e8d2";
  }
}

std::string label(const ModuleTree& tree, const TreeNode& node) {
  std::string text = escaped(node.name) + "\\n" + escaped(node.type);
  for (const std::string& note : node_notes(tree, node)) text += "\\n" + escaped(note);
  if (!node.marks.empty()) text += "\\n" + escaped(marks_in_words(node.marks));
  return text;
}

std::string style(std::optional<Verdict> verdict, bool reference) {
  std::string text;
  if (verdict) text += fmt::format(", fillcolor=\"{}\"", colour(*verdict));
  if (verdict || reference) text += fmt::format(", style=\"{}\"", !verdict ? "dashed" : reference ? "dashed,filled" : "filled");
  return text;
}

}  // namespace

std::string write_tree_dot(const std::string& title, const ModuleTree& tree) {
  const std::vector<std::string> ids = node_ids(tree);
  std::string head = escaped(title);
  for (const std::string& note : not_shown(tree)) head += "\\n" + escaped(note);
  std::string out = "digraph tracegate {\n";
  out += fmt::format("  graph [rankdir=LR, labelloc=t, label=\"{}\"];\n", head);
  out += "  node [shape=box];\n";
  constexpr std::size_t kClosed = 0;
  std::size_t cluster = kClosed;  // one more than the depth of the layer class whose cluster is open
  const auto close = [&](std::size_t depth) {
    if (cluster == kClosed || depth >= cluster) return;
    out += "  }\n";
    cluster = kClosed;
  };
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    close(node.depth);
    if (node.layer_class && node.same_as.empty() && cluster == kClosed) {
      const ClassReport& one = tree.classes[*node.layer_class];
      out += fmt::format("  subgraph cluster_{} {{\n    label=\"{}\";\n", ids[i],
                         escaped(fmt::format("class {}: {}", one.layers.id, rules::name(one.verdict))));
      cluster = node.depth + 1;
    }
    const std::string_view indent = cluster != kClosed ? "    " : "  ";
    out +=
        fmt::format("{}{} [label=\"{}\"{}];\n", indent, ids[i], label(tree, node), style(node_verdict(tree, node), !node.same_as.empty()));
    if (node.left_out > 0) {
      out += fmt::format("{}{}_more [label=\"{}\", style=\"dotted\"];\n", indent, ids[i], left_out(node.left_out));
    }
  }
  close(0);
  for (const TreeAround& one : tree.around) {
    out += fmt::format("  the_{} [label=\"the {}\\n{}\"{}];\n", one.what, one.what, escaped(marks_in_words(one.marks)),
                       style(verdict_of(one.marks), false));
  }
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    if (node.parent != kNoNode) out += fmt::format("  {} -> {};\n", ids[node.parent], ids[i]);
    if (node.left_out > 0) out += fmt::format("  {} -> {}_more;\n", ids[i], ids[i]);
  }
  return out + "}\n";
}

}  // namespace tracegate::analyzer
