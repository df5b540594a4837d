// Which facts a verdict can rest on. What is not named here makes no difference to any condition, so that layers that differ in nothing
// else are one class.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "rules/language/profile.h"

namespace tracegate::rules {

namespace schema {
class Predicate;
}

struct FactNeeds {
  using Names = std::set<std::string, std::less<>>;

  Names reads;      // attributes, as getattr gives them: written, or the child or the parameter of that name
  Names instance;   // entries of the instance dictionary
  Names hooks;      // hook tables
  Names callables;  // of the instance dictionary, and whether they hide one of the class
  bool all_callables = false;
  bool parameters = false;  // the parameter tables, in their order
  bool lengths = false;     // what len() gives for an object
};

// Adds what one predicate reads of its subject and of the places that it names: its kind's own answer (predicate_kind.h).
void add_reads(const Profile& profile, const schema::Predicate& predicate, FactNeeds& needs);

// Adds where the tensors of adapters stand.
void adapter_reads(const Profile& profile, FactNeeds& needs);

// Everything that a profile reads of a model: its conditions, their `applies`, its notes, its places, scopes, adapters and symbols. Classes
// of objects and the names of children are read in any case.
FactNeeds fact_needs(const Profile& profile);

}  // namespace tracegate::rules
