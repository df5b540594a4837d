#include "analyzer/report/writers/words.h"

#include <array>

namespace tracegate::analyzer {

std::string_view name(schema::Verdict::Value verdict) {
  constexpr std::array<std::string_view, 5> kNames = {"undetermined", "matched", "missed", "blocked", "not_applicable"};
  return verdict < static_cast<int>(kNames.size()) ? kNames[verdict] : "undetermined";
}

std::string_view name(schema::Reason::Value reason) {
  constexpr std::array<std::string_view, 12> kNames = {"matched",       "not_exported",   "value_mismatch", "out_of_range",
                                                       "type_subclass", "count_mismatch", "foreign_hook",   "blocked_by",
                                                       "unreadable",    "absent",         "unknown_child",  "budget_exceeded"};
  return reason < static_cast<int>(kNames.size()) ? kNames[reason] : "unknown";
}

std::string_view name(schema::Policy::Value policy) { return words_of(policy).name; }

const PolicyWords& words_of(schema::Policy::Value policy) {
  static constexpr PolicyWords kUnknown = {.name = "unknown"};
  static constexpr std::array<PolicyWords, 4> kWords = {{
      {.name = "main"},
      {.name = "today"},
      {.name = "traced", .without_widths = "today's price"},
      {.name = "later", .admission_by_layout = false},
  }};
  return policy < static_cast<int>(kWords.size()) ? kWords[policy] : kUnknown;
}

std::string verdict_words(const schema::Model& model) {
  std::string words(name(model.verdict()));
  if (model.extrapolated()) words += ", extrapolated";
  if (model.outside_traced_versions()) words += ", outside traced versions";
  return words;
}

std::string shown_path(const schema::Model& model, const std::string& path) {
  const std::string& root = model.root().path();
  const bool below = !root.empty() && path.size() > root.size() && path.starts_with(root) && path[root.size()] == '.';
  return below ? path.substr(root.size() + 1) : path;
}

ClassOfLayer::ClassOfLayer(const schema::Model& model) {
  for (int i = 0; i < model.classes_size(); ++i) {
    for (const std::uint64_t layer : model.classes(i).layers()) {
      if (layer >= classes_.size()) classes_.resize(layer + 1, kNone);
      classes_[layer] = static_cast<std::size_t>(i);
    }
  }
}

}  // namespace tracegate::analyzer
