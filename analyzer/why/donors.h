// The layers that match, from which the parts of others can be taken.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "analyzer/gate/gate.h"
#include "ir/graph/module_graph.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

class Donors {
 public:
  // `report` is what `profile` says of this graph.
  Donors(const ir::ModuleGraph& graph, const rules::Profile& profile, const GateReport& report);

  // The layer that matches for one at list index `layer`: of the same kind of mixer where there is one, and the nearest by index.
  // kNoVertex where none matches.
  ir::Vertex nearest(std::size_t layer) const;

 private:
  struct Donor {
    std::size_t layer = 0;
    std::size_t layer_class = 0;
  };
  using Row = std::vector<Donor>;  // by layer

  std::vector<ir::Vertex> layers_;
  std::vector<const std::string*> labels_;  // by layer
  std::map<std::string, Row> of_label_;
  Row all_;
};

}  // namespace tracegate::analyzer
