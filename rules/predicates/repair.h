// What would make a missed predicate hold: edits of facts on the object that owns them (ir/graph/graph_edit.h).
//
// Each kind of predicate offers its own repairs; nothing here knows a condition or a whole model. Whether a repair opens a gate is for the
// caller to find out by judging again. Empty where no edit of this file is known: a size that nobody knows, a routed layer, a fact that was
// not exported.
#pragma once

#include <string>
#include <string_view>
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

// Where a repair is made: the subject that misses, and the layer that it is in.
struct RepairSite {
  const Context& context;
  const Subject& subject;
  const LayerSite& layer;

  const ir::ModuleGraph& graph() const { return context.graph; }
  ir::Vertex vertex() const { return subject.at.vertex(); }
  // This edit alone; where the subject is no object, the part of the matching layer in its place.
  std::vector<Repair> on_object(ir::Edit edit) const;
  // The part of the matching layer that stands in the subject's place, put there.
  std::vector<Repair> graft() const;
};

// One repair, or none where it has no edit.
std::vector<Repair> one_repair(Repair repair);

// The object under a name, as an attribute or as a child; kNoVertex where there is none.
ir::Vertex step(const ir::ModuleGraph& graph, ir::Vertex vertex, std::string_view name);

// A number as a typed text: "int:2", "float:0.5".
std::string typed_number(const std::string& number);

}  // namespace tracegate::rules
