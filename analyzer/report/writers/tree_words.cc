#include "analyzer/report/writers/tree_words.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "ir/text/escape.h"

namespace tracegate::analyzer {
namespace {

using rules::Verdict;

constexpr std::size_t kMostMarks = 8;  // condition ids named at one node

std::string plural(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string in_words(const TreeMark& mark) {
  std::string text = mark.condition;
  if (!mark.below.empty()) text += fmt::format(" (at {})", ir::shorten(mark.below));
  if (!mark.slot.empty()) text += fmt::format(" (slot {})", ir::shorten(mark.slot));
  return text;
}

}  // namespace

std::string tree_title(const rules::Profile& profile, const std::string& file, const GateReport& report, const ModuleTree& tree) {
  const std::string layers = report.decoder_layers == 0
                                 ? "no decoder layer"
                                 : fmt::format("{} in {}", plural(report.decoder_layers, "decoder layer", "decoder layers"),
                                               plural(report.classes.size(), "class", "classes"));
  return fmt::format("{}  {}  {}  {}, {}", rules::name(report.verdict), profile.id(), ir::escape_bytes(file), layers,
                     plural(tree.modules, "module", "modules"));
}

std::vector<std::string> node_notes(const ModuleTree& tree, const TreeNode& node) {
  std::vector<std::string> notes;
  if (node.layer_class) {
    const ClassReport& one = tree.classes[*node.layer_class];
    const std::string layers =
        node.parent == kNoNode ? fmt::format("layer {}", node.layers.front()) : plural(node.layers.size(), "layer", "layers");
    notes.push_back(fmt::format("{}, class {}, {}, {}", layers, one.layers.id, ir::shorten(one.label), rules::name(one.verdict)));
  } else if (node.times > 1) {
    notes.push_back(fmt::format("{} equal", node.times));
  }
  if (!node.same_as.empty()) notes.push_back(fmt::format("= {}, above", node.same_as));
  return notes;
}

std::string marks_in_words(const std::vector<TreeMark>& marks) {
  std::string text;
  for (const Verdict verdict : {Verdict::kMissed, Verdict::kUndetermined}) {
    std::size_t count = 0;
    for (const TreeMark& mark : marks) {
      if (mark.verdict != verdict || ++count > kMostMarks) continue;
      text += count > 1 ? ", " : fmt::format("{}{} ", text.empty() ? "" : "; ", rules::name(verdict));
      text += in_words(mark);
    }
    if (count > kMostMarks) text += fmt::format(" and {} more", count - kMostMarks);
  }
  return text;
}

std::optional<Verdict> verdict_of(const std::vector<TreeMark>& marks) {
  if (marks.empty()) return std::nullopt;
  const bool missed = std::any_of(marks.begin(), marks.end(), [](const TreeMark& mark) { return mark.verdict == Verdict::kMissed; });
  return missed ? Verdict::kMissed : Verdict::kUndetermined;
}

std::optional<Verdict> node_verdict(const ModuleTree& tree, const TreeNode& node) {
  const std::optional<Verdict> marks = verdict_of(node.marks);
  if (!node.layer_class) return marks;
  const Verdict layers = tree.classes[*node.layer_class].verdict;
  return marks ? rules::kleene_and(*marks, layers) : layers;
}

std::string left_out(std::size_t modules) { return plural(modules, "more module", "more modules"); }

std::vector<std::string> not_shown(const ModuleTree& tree) {
  std::vector<std::string> lines;
  if (tree.nodes.empty()) lines.emplace_back("the model has no chunk");
  if (tree.left_out > 0) {
    lines.push_back(fmt::format("{} of {} are left out; --all shows them", tree.left_out, plural(tree.modules, "module", "modules")));
  }
  if (tree.more_chunks > 0)
    lines.push_back(fmt::format("the first chunk is shown; {}", plural(tree.more_chunks, "chunk is not", "chunks are not")));
  return lines;
}

std::vector<std::string> node_ids(const ModuleTree& tree) {
  std::vector<std::string> ids;
  std::unordered_set<std::string> known;
  for (const TreeNode& node : tree.nodes) {
    std::string id = fmt::format("n{:016x}", node.id);
    while (!known.insert(id).second) id += 'x';  // two paths of one digest
    ids.push_back(std::move(id));
  }
  return ids;
}

}  // namespace tracegate::analyzer
