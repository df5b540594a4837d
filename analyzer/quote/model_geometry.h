// What the price of a wave needs of a model, read from its graph by the profile's `pricing`.
//
// Nothing is guessed: what the graph does not say stays as it is in an empty Geometry and is listed in `unknown`.
#pragma once

#include <string>
#include <vector>

#include "analyzer/gate/gate.h"
#include "analyzer/price/geometry.h"

namespace tracegate::analyzer {

struct UnknownSize {
  std::string symbol;
  std::string why;
};

struct ModelGeometry {
  price::Geometry geometry;
  price::Recompute recompute;
  // Lists of conditions: all their subjects are matched, or not applicable.
  bool checkpoint_conditions = false;    // the checkpoint floor applies
  bool checkpoint_undetermined = false;  // whether it does is not known; then the line above is false
  bool layout_support = false;
  bool fc1_wrapped = false;
  bool dense = false;
  std::vector<std::string> undetermined;  // ids of the conditions of these lists that are not known
  std::vector<bool> linear;               // by decoder layer: it is a GDN layer
  std::vector<UnknownSize> unknown;       // "query_groups", "`num_query_groups` was not exported"
};

// `report` is what `profile` says of this graph and run.
ModelGeometry model_geometry(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run,
                             const GateReport& report);

}  // namespace tracegate::analyzer
