#include "analyzer/why/donors.h"

#include <algorithm>

#include "rules/places/places.h"

namespace tracegate::analyzer {

Donors::Donors(const ir::ModuleGraph& graph, const rules::Profile& profile, const GateReport& report)
    : labels_(report.decoder_layers, nullptr) {
  const rules::Places places(graph, profile);
  for (const rules::Located& layer : places.layers()) layers_.push_back(layer.vertex());
  for (std::size_t i = 0; i < report.classes.size(); ++i) {
    const ClassReport& one = report.classes[i];
    for (const std::size_t layer : one.layers.layers) {
      labels_[layer] = &one.label;
      if (one.verdict != rules::Verdict::kMatched) continue;
      of_label_[one.label].push_back({layer, i});
      all_.push_back({layer, i});
    }
  }
  const auto sort = [](Row& row) { std::sort(row.begin(), row.end(), [](const Donor& a, const Donor& b) { return a.layer < b.layer; }); };
  for (auto& [label, row] : of_label_) sort(row);
  sort(all_);
}

ir::Vertex Donors::nearest(std::size_t layer) const {
  if (all_.empty()) return ir::kNoVertex;
  const auto alike = labels_[layer] == nullptr ? of_label_.end() : of_label_.find(*labels_[layer]);
  const Row& row = alike == of_label_.end() ? all_ : alike->second;
  const auto next = std::lower_bound(row.begin(), row.end(), layer, [](const Donor& donor, std::size_t at) { return donor.layer < at; });
  if (next == row.begin()) return layers_[next->layer];
  const auto last = std::prev(next);
  if (next == row.end()) return layers_[last->layer];
  const std::size_t behind = next->layer - layer, before = layer - last->layer;
  // At equal distance the class that the report names first.
  const bool take_next = behind != before ? behind < before : next->layer_class < last->layer_class;
  return layers_[take_next ? next->layer : last->layer];
}

}  // namespace tracegate::analyzer
