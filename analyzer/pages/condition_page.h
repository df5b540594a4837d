// Everything that a profile's data says of one condition, collected for its documentation. No model is looked at.
#pragma once

#include <string>
#include <vector>

#include "rules/language/lineage.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

// How the condition is known.
struct Evidence {
  std::string mark;  // "code"
  std::string meaning;
};

struct Blocker {
  std::string condition;
  std::string where;  // which subject of it must be missed, or blocked itself
};

// What the condition means for a price.
struct PriceRole {
  std::string list;  // gate, checkpoint, layout, wrapped, dense
  std::string effect;
  std::string section;  // of docs/price.md
};

struct ConditionPage {
  std::string id;
  std::string title;
  std::string required;
  std::vector<std::string> notes;      // how the requirement is to be read
  std::vector<std::string> judged_at;  // one a scope: their union
  std::string applies;                 // empty: to every subject
  std::string because;
  std::string remedy;    // empty: nothing short of a new trace
  bool support = false;  // chooses the floor of a price, never the verdict
  std::vector<PriceRole> price;
  std::vector<Blocker> blocked_by;
  std::vector<Evidence> evidence;
  rules::ProfileName profile;  // the one that this page is about
  rules::ProfileName since;
  std::vector<rules::ProfileName> profiles;  // shipped ones that have the condition
};

// `lineage`: of `profile`.
ConditionPage condition_page(const rules::Profile& profile, const rules::Lineage& lineage, std::size_t condition);

// The part of an id before the "/": the whole of an id without one.
std::string area_of(const std::string& condition);

}  // namespace tracegate::analyzer
