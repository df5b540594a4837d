// What one predicate says of one subject. The leaves are in predicate_*.cc, one file a family.
#pragma once

#include "ir/module_graph.h"
#include "rules/places.h"
#include "rules/profile.h"
#include "rules/subjects.h"
#include "rules/verdict.h"

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

}  // namespace tracegate::rules
