// One row a kind of predicate: everything that the rest of the program asks of it.
//
// A new kind is a message in rules/language/rule.proto, a file here with its row, and the row's name in predicate_kind.cc.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rules/language/rule.pb.h"
#include "rules/predicates/fact_needs.h"
#include "rules/predicates/predicate.h"
#include "rules/predicates/repair.h"

namespace tracegate::rules {

// All functions are handed predicates of the row's own kind, and subjects that are not undetermined themselves.
struct PredicateKind {
  int field;  // schema::Predicate::k...FieldNumber

  Outcome (*judge)(const Context&, const Subject&, const schema::Predicate&);
  // Adds the facts that `judge` looks at. The only source of what makes two layers one class.
  void (*reads)(const Profile&, const schema::Predicate&, FactNeeds&);
  std::string (*required)(const schema::Predicate&);
  // Null: no edit is known that would make a miss hold.
  std::vector<Repair> (*repairs)(const RepairSite&, const schema::Predicate&) = nullptr;
  // Null: there is nothing to add to `required`.
  std::vector<std::string> (*notes)(const Profile&, const schema::Predicate&) = nullptr;
};

// Every kind, in the order of their field numbers.
std::span<const PredicateKind* const> predicate_kinds();

// Null where the predicate has no kind, or one that is not known.
const PredicateKind* kind_of(const schema::Predicate& predicate);

// For rows of predicates that look at no fact of an object: at classes, children, the run, the process or the chunks.
void reads_no_fact(const Profile& profile, const schema::Predicate& predicate, FactNeeds& needs);

namespace predicates {

extern const PredicateKind kValue, kPresent, kExactClass, kNotInstanceOf, kClassText, kIsModule, kCallableIs, kNoHooks, kKeysAbsent,
    kWrapper, kDelegate, kNoShadowedCallables, kNoCallables, kForwardOrigin, kAdapterTensors, kFirstParameter, kRelation, kRunEquals,
    kChunkCount, kNonEmptySequence, kGlobalIs, kForbidden, kAll, kAny, kNot, kHasDescendant, kOnlyChildren, kSameFacts;

}  // namespace predicates
}  // namespace tracegate::rules
