// What one predicate says of one subject.
//
// The kinds of predicates are rows of a table (predicate_kind.h), one file a kind; what follows asks the row of a predicate's kind.
#pragma once

#include <string>
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

// A predicate of a kind that this version does not know is undetermined.
Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate);

// What a predicate demands, in words: "`non_gated` is bool False".
std::string describe(const schema::Predicate& predicate);

// How the demand is to be read, beyond its own words; each once.
std::vector<std::string> reading_notes(const Profile& profile, const schema::Predicate& predicate);

// The predicate as a profile writes it, on one line.
std::string textproto(const schema::Predicate& predicate);

}  // namespace tracegate::rules
