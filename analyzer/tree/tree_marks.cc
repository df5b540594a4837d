#include "analyzer/tree/tree_marks.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "ir/text/error.h"
#include "ir/text/escape.h"
#include "ir/text/nearest.h"
#include "rules/language/rule.pb.h"

namespace tracegate::analyzer {
namespace {

using rules::Verdict;

// `path` without the path of what it begins with.
std::string_view below(std::string_view path, std::string_view begin) {
  if (path.starts_with(begin)) path.remove_prefix(begin.size());
  return path;
}

std::string range(std::size_t layers) {
  if (layers == 0) return "the model has no decoder layer";
  if (layers == 1) return "there is 1 decoder layer, 0";
  return fmt::format("there are {} decoder layers, 0 to {}", layers, layers - 1);
}

void add(std::vector<TreeMark>& marks, TreeMark mark) {
  if (std::find(marks.begin(), marks.end(), mark) == marks.end()) marks.push_back(std::move(mark));
}

std::vector<TreeMark>& around_of(TreeMarks& marks, const std::string& what) {
  for (TreeAround& known : marks.around) {
    if (known.what == what) return known.marks;
  }
  return marks.around.emplace_back(TreeAround{what, {}}).marks;
}

bool is_number(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<std::size_t> layer_above(const TreeWalk& walk, std::size_t layers, std::size_t entry) {
  std::vector<std::size_t> above;
  for (std::size_t at = entry; at != kNoEntry; at = walk.entry(at).parent) above.push_back(at);
  for (std::size_t i = 0; i < layers; ++i) {
    // From the root down entries have ascending numbers.
    if (std::binary_search(above.rbegin(), above.rend(), walk.layer(i))) return i;
  }
  return std::nullopt;
}

// Why a path leads nowhere: where it ends, and what is there.
std::string nowhere(const TreeWalk& walk, const GateReport& report, const TreeWalk::Place& place, std::string_view word) {
  const std::string path = walk.path(place.entry);
  std::vector<std::string> names;
  bool list = false;
  for (const WalkEdge& edge : walk.entry(place.entry).edges) {
    names.emplace_back(edge.name);
    list = list || edge.layer != rules::kNone;
  }
  std::string text = fmt::format("`{}` names no module; ", word);
  if (list) return text + range(report.decoder_layers);
  std::vector<std::string> meant = ir::nearest(place.rest.substr(0, place.rest.find('.')), names);
  std::string nearest = path;
  if (!meant.empty()) nearest += (path.empty() ? "" : ".") + meant.front();
  if (nearest.empty()) return text + "the model's own modules: " + (names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")));
  return text + fmt::format("the nearest path is `{}`", ir::shorten(nearest, 400));
}

}  // namespace

TreeMarks marks_of(const TreeWalk& walk, const rules::Profile& profile, const GateReport& report, const std::vector<std::size_t>& layers,
                   std::string_view chunk) {
  TreeMarks marks;
  marks.at.resize(walk.size());
  for (std::size_t i = 0; i < report.conditions.size(); ++i) {
    const ConditionReport& condition = report.conditions[i];
    if (condition.support) continue;
    const auto& scopes = profile.condition(i).scope();
    const bool around = std::all_of(scopes.begin(), scopes.end(), [](const auto& scope) { return scope.has_whole(); });
    for (const Finding& finding : condition.findings) {
      if (finding.verdict != Verdict::kMissed && finding.verdict != Verdict::kUndetermined) continue;
      if (finding.layer && !std::binary_search(layers.begin(), layers.end(), *finding.layer)) continue;
      if (around) {
        add(around_of(marks, finding.path), {finding.verdict, condition.id, {}, finding.slot});
        continue;
      }
      // By its object where that is told and stands in the tree: the path of a deep module is cut.
      if (finding.vertex != ir::kNoVertex && walk.find(finding.vertex) != kNoEntry) {
        add(marks.at[walk.find(finding.vertex)], {finding.verdict, condition.id, {}, finding.slot});
        continue;
      }
      std::size_t from = 0;
      std::string_view path = below(finding.path, chunk);
      if (finding.layer && walk.layer(*finding.layer) != kNoEntry) {
        from = walk.layer(*finding.layer);
        path = below(finding.path, report.layer_paths[*finding.layer]);
      }
      const TreeWalk::Place place = walk.locate(from, path);
      add(marks.at[place.entry], {finding.verdict, condition.id, std::string(place.rest), finding.slot});
    }
  }
  return marks;
}

Chosen choose_module(const TreeWalk& walk, const GateReport& report, std::string_view chunk, const std::string& word) {
  const std::string shown = ir::is_escaped_text(word) ? word : ir::escape_bytes(word);
  if (is_number(word)) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
    if (error != std::errc() || index >= report.decoder_layers)
      throw UsageError(fmt::format("`{}` is no layer; {}", word, range(report.decoder_layers)));
    if (walk.layer(index) == kNoEntry) throw UsageError(fmt::format("layer {} is not below the first chunk", index));
    return {walk.layer(index), index};
  }
  TreeWalk::Place place = walk.locate(0, below(shown, chunk));
  if (!place.rest.empty() && !report.root.empty()) {
    const TreeWalk::Place root = walk.locate(0, below(report.root, chunk));
    const TreeWalk::Place inner = walk.locate(root.entry, shown);
    if (inner.rest.size() <= place.rest.size()) place = inner;
  }
  // A path may also be that of a layer which is no module.
  for (std::size_t i = 0; !place.rest.empty() && i < report.layer_paths.size(); ++i) {
    const bool same = shown == report.layer_paths[i] || (!report.root.empty() && report.root + "." + shown == report.layer_paths[i]);
    if (same && walk.layer(i) != kNoEntry) return {walk.layer(i), i};
  }
  if (!place.rest.empty()) throw UsageError(nowhere(walk, report, place, shown));
  return {place.entry, layer_above(walk, report.decoder_layers, place.entry)};
}

}  // namespace tracegate::analyzer
