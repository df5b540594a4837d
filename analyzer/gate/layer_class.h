// Sorts decoder layers into classes of equal facts: what holds for one layer of a class holds for all of them.
//
// Two layers are equal when the canonical words of their subtrees are: classes, child names, and every fact that the profile can read
// (rules/predicates/fact_needs.h). Paths and the layer's own index are left out, references inside the layer are relative to it. The words
// are compared, not only hashed.
#pragma once

#include <string>
#include <vector>

#include "ir/graph/module_graph.h"
#include "rules/evaluate/evaluate.h"
#include "rules/language/profile.h"
#include "rules/places/places.h"

namespace tracegate::analyzer {

struct LayerClass {
  std::string id;                   // A, B, ..., Z, AA, ...; in the order of their first layers
  std::vector<std::size_t> layers;  // list indices, ascending

  std::size_t representative() const { return layers.front(); }
};

// `places`: of the model. `model`: what its conditions say; the layers' own can be blocked by it.
std::vector<LayerClass> classify_layers(const ir::ModuleGraph& graph, const rules::Profile& profile, const rules::Places& places,
                                        const rules::Results& model);

// "0-2, 4-6, 8": runs of ascending indices.
std::string describe_layers(const std::vector<std::size_t>& layers);
// The first five runs, "..." behind them where there are more.
std::string describe_some_layers(const std::vector<std::size_t>& layers);

}  // namespace tracegate::analyzer
