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

std::string_view name(schema::Policy::Value policy) {
  constexpr std::array<std::string_view, 4> kNames = {"main", "today", "traced", "later"};
  return policy < static_cast<int>(kNames.size()) ? kNames[policy] : "unknown";
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
