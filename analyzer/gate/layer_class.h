// Sorts decoder layers into classes of equal facts: what holds for one layer of a class holds for all of them.
//
// Two layers are equal when the canonical bytes of their subtrees are: classes, child names, and every fact that the profile's conditions
// can read. Paths and the layer's own index are left out, references inside the layer are relative to it. The bytes are compared, not only
// hashed.
#pragma once

#include <string>
#include <vector>

#include "ir/graph/module_graph.h"
#include "rules/language/profile.h"
#include "rules/places/places.h"

namespace tracegate::analyzer {

struct LayerClass {
  std::string id;                   // A, B, ..., Z, AA, ...; in the order of their first layers
  std::vector<std::size_t> layers;  // list indices, ascending

  std::size_t representative() const { return layers.front(); }
};

std::vector<LayerClass> classify_layers(const ir::ModuleGraph& graph, const rules::Profile& profile,
                                        const std::vector<rules::Located>& layers);

// "0-2, 4-6, 8": runs of ascending indices.
std::string describe_layers(const std::vector<std::size_t>& layers);
// The first five runs, "..." behind them where there are more.
std::string describe_some_layers(const std::vector<std::size_t>& layers);

}  // namespace tracegate::analyzer
