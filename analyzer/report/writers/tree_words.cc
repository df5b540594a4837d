#include "analyzer/report/writers/tree_words.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "analyzer/report/writers/words.h"
#include "ir/text/escape.h"
#include "ir/text/words.h"

namespace tracegate::analyzer {
namespace {

using ir::plural;
using schema::Verdict;

constexpr std::size_t kMostMarks = 8;  // condition ids named at one node

std::string in_words(const schema::TreeMark& mark) {
  std::string text = mark.condition();
  if (!mark.below().empty()) text += fmt::format(" (at {})", ir::shorten(mark.below()));
  if (!mark.slot().empty()) text += fmt::format(" (slot {})", ir::shorten(mark.slot()));
  return text;
}

}  // namespace

std::string tree_title(const schema::Report& report) {
  const schema::Model& model = report.models(0);
  const std::string layers = model.decoder_layers() == 0 ? "no decoder layer"
                                                         : fmt::format("{} in {}", plural(model.decoder_layers(), "decoder layer"),
                                                                       plural(model.classes_size(), "class", "classes"));
  return fmt::format("{}  {}  {}  {}, {}", name(model.verdict()), report.profile().id(), model.file(), layers,
                     plural(model.tree().modules(), "module"));
}

std::vector<std::string> node_notes(const schema::Model& model, const schema::TreeNode& node) {
  std::vector<std::string> notes;
  if (node.has_layer_class()) {
    const schema::LayerClass& one = model.classes(static_cast<int>(node.layer_class()));
    const std::string layers = node.has_parent() ? plural(node.layers_size(), "layer") : fmt::format("layer {}", node.layers(0));
    notes.push_back(fmt::format("{}, class {}, {}, {}", layers, one.id(), ir::shorten(one.mixer()), name(one.verdict())));
  } else if (node.times() > 1) {
    notes.push_back(fmt::format("{} equal", node.times()));
  }
  if (!node.same_as().empty()) notes.push_back(fmt::format("= {}, above", node.same_as()));
  return notes;
}

std::string marks_in_words(const Marks& marks) {
  std::string text;
  for (const Verdict::Value verdict : {Verdict::missed, Verdict::undetermined}) {
    std::size_t count = 0;
    for (const schema::TreeMark& mark : marks) {
      if (mark.verdict() != verdict || ++count > kMostMarks) continue;
      text += count > 1 ? ", " : fmt::format("{}{} ", text.empty() ? "" : "; ", name(verdict));
      text += in_words(mark);
    }
    if (count > kMostMarks) text += fmt::format(" and {} more", count - kMostMarks);
  }
  return text;
}

std::optional<Verdict::Value> verdict_of(const Marks& marks) {
  if (marks.empty()) return std::nullopt;
  const bool missed =
      std::any_of(marks.begin(), marks.end(), [](const schema::TreeMark& mark) { return mark.verdict() == Verdict::missed; });
  return missed ? Verdict::missed : Verdict::undetermined;
}

std::optional<Verdict::Value> node_verdict(const schema::Model& model, const schema::TreeNode& node) {
  const std::optional<Verdict::Value> marks = verdict_of(node.marks());
  if (!node.has_layer_class()) return marks;
  const Verdict::Value layers = model.classes(static_cast<int>(node.layer_class())).verdict();
  // A miss outweighs what is undetermined, and this a match.
  if (marks == Verdict::missed || layers == Verdict::missed) return Verdict::missed;
  return marks ? *marks : layers;
}

std::string left_out(std::uint64_t modules) { return plural(modules, "more module"); }

std::vector<std::string> not_shown(const schema::ModuleTree& tree) {
  std::vector<std::string> lines;
  if (tree.nodes().empty()) lines.emplace_back("the model has no chunk");
  if (tree.left_out() > 0) {
    lines.push_back(fmt::format("{} of {} are left out; --all shows them", tree.left_out(), plural(tree.modules(), "module")));
  }
  if (tree.more_chunks() > 0)
    lines.push_back(fmt::format("the first chunk is shown; {}", plural(tree.more_chunks(), "chunk is not", "chunks are not")));
  return lines;
}

std::vector<std::string> node_ids(const schema::ModuleTree& tree) {
  std::vector<std::string> ids;
  std::unordered_set<std::string> known;
  for (const schema::TreeNode& node : tree.nodes()) {
    std::string id = fmt::format("n{:016x}", node.id());
    while (!known.insert(id).second) id += 'x';  // two paths of one digest
    ids.push_back(std::move(id));
  }
  return ids;
}

}  // namespace tracegate::analyzer
