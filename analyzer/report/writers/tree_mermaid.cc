#include "analyzer/report/writers/tree_mermaid.h"

#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "analyzer/report/writers/tree_words.h"
#include "analyzer/report/writers/words.h"

namespace tracegate::analyzer {
namespace {

using schema::Verdict;

// Every ASCII character that could mean something to Mermaid, its Markdown or HTML, as an entity.
std::string escaped(std::string_view text) {
  constexpr std::string_view kPlain = " .,:/=";
  std::string out;
  for (const char c : text) {
    const bool word = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
    // "_" and "-" are parts of words, but at the begin they could be marks of Markdown.
    const bool inner = (c == '_' || c == '-') && !out.empty();
    if (word || inner || kPlain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += fmt::format("#{};", static_cast<int>(c));
    }
  }
  return out;
}

std::string label(const schema::Model& model, const schema::TreeNode& node) {
  std::string text = escaped(node.name()) + "<br/>" + escaped(node.type());
  for (const std::string& note : node_notes(model, node)) text += "<br/>" + escaped(note);
  if (!node.marks().empty()) text += "<br/>" + escaped(marks_in_words(node.marks()));
  return text;
}

std::string style(std::optional<Verdict::Value> verdict) { return verdict ? fmt::format(":::{}", name(*verdict)) : std::string(); }

}  // namespace

std::string write_tree_mermaid(const schema::Report& report) {
  const schema::Model& model = report.models(0);
  const schema::ModuleTree& tree = model.tree();
  const std::vector<std::string> ids = node_ids(tree);
  std::string out = "flowchart TD\n";
  std::string head = escaped(tree_title(report));
  for (const std::string& note : not_shown(tree)) head += "<br/>" + escaped(note);
  out += fmt::format("  title[\"{}\"]\n", head);
  for (int i = 0; i < tree.nodes_size(); ++i) {
    const schema::TreeNode& node = tree.nodes(i);
    const std::string& id = ids[static_cast<std::size_t>(i)];
    out += fmt::format("  {}[\"{}\"]{}\n", id, label(model, node), style(node_verdict(model, node)));
    if (node.left_out() > 0) out += fmt::format("  {}_more[\"{}\"]\n", id, left_out(node.left_out()));
  }
  for (const schema::TreeAround& one : tree.around()) {
    out += fmt::format("  the_{}[\"the {}<br/>{}\"]{}\n", one.what(), one.what(), escaped(marks_in_words(one.marks())),
                       style(verdict_of(one.marks())));
  }
  for (int i = 0; i < tree.nodes_size(); ++i) {
    const schema::TreeNode& node = tree.nodes(i);
    const std::string& id = ids[static_cast<std::size_t>(i)];
    if (node.has_parent()) out += fmt::format("  {} --> {}\n", ids[node.parent()], id);
    if (node.left_out() > 0) out += fmt::format("  {} -.-> {}_more\n", id, id);
  }
  out += "  classDef matched fill:#d0e8d2,stroke:#2e7d32,color:#000\n";
  out += "  classDef missed fill:#f4c7c3,stroke:#b3261e,color:#000\n";
  out += "  classDef undetermined fill:#fce8b2,stroke:#8a6d00,color:#000\n";
  return out;
}

}  // namespace tracegate::analyzer
