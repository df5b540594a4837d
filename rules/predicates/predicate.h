// What one predicate says of one subject. The leaves are in predicate_*.cc, one file a family.
#pragma once

#include <utility>
#include <vector>

#include "ir/graph/module_graph.h"
#include "rules/language/profile.h"
#include "rules/places/places.h"
#include "rules/places/subjects.h"
#include "rules/places/verdict.h"

namespace tracegate::rules {

namespace schema {
class Predicate;
}

// What predicates may look at.
struct Context {
  const ir::ModuleGraph& graph;
  const Profile& profile;
  const ir::RunFacts& run;
  const Places& places;
};

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate);

// Families of leaves; each handles its own kinds.
Outcome judge_value(const Context& context, const Subject& subject, const schema::Predicate& predicate);
Outcome judge_class(const Context& context, const Subject& subject, const schema::Predicate& predicate);
Outcome judge_forward(const Context& context, const Subject& subject, const schema::Predicate& predicate);
Outcome judge_model(const Context& context, const Subject& subject, const schema::Predicate& predicate);

// What leaves and their repairs (rules/predicates/repair.h) both look for.

// The callables of the instance dictionary that `no_callables` or `no_shadowed_callables` refuses.
std::vector<std::pair<ir::StringId, ir::Value>> refused_callables(const ir::ModuleGraph& graph, ir::Vertex vertex,
                                                                  const schema::Predicate& predicate);
// The first parameter in the order of the modules, as torch gives it, and the module that has it; None entries do not count.
std::pair<ir::Vertex, const ir::Parameter*> first_parameter(const ir::ModuleGraph& graph, ir::Vertex root);

}  // namespace tracegate::rules
