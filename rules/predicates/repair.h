// What would make a missed predicate hold: edits of facts on the object that owns them (ir/graph/graph_edit.h).
//
// Each leaf offers its own repairs; nothing here knows a condition or a whole model. Whether a repair opens a gate is for the caller to
// find out by judging again. Empty where no edit of this file is known: a size that nobody knows, a routed layer, a fact that was not
// exported.
#pragma once

#include <string>
#include <vector>

#include "ir/graph/graph_edit.h"
#include "rules/predicates/predicate.h"

namespace tracegate::rules {

// The layer that is judged, and one that matches, to take parts from.
struct LayerSite {
  ir::Vertex layer = ir::kNoVertex;  // none: the context is the model
  std::string path;
  ir::Vertex donor = ir::kNoVertex;  // none: no layer matches
};

// All edits of one repair are needed; several repairs are alternatives, the first the one to prefer.
using Repair = std::vector<ir::Edit>;

std::vector<Repair> repairs(const Context& context, const Subject& subject, const schema::Predicate& predicate, const LayerSite& site);

}  // namespace tracegate::rules
