// The nearest layer class that matches, and in what a layer differs from it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/gate/gate.h"

namespace tracegate::analyzer {

struct LayerDifference {
  std::size_t layer_class = 0;  // of the report: the class that is explained
  std::size_t nearest_class = 0;
  std::size_t layer = 0;  // list indices of the two layers that are compared
  std::size_t nearest = 0;
  std::vector<std::string> lines;  // "mlp.linear_fc1: `_forward_hooks` ...", in the order of the layer's modules
};

// For each class that does not match: compared with the class that matches and differs least, of the same label where there is one.
// Nothing where no class matches.
std::vector<LayerDifference> layer_differences(const ir::ModuleGraph& graph, const rules::Profile& profile, const GateReport& report);

}  // namespace tracegate::analyzer
