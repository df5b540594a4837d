// Sentences of a condition's documentation that are the same in every form of it.
#pragma once

#include <string>
#include <vector>

#include "analyzer/report/report.pb.h"

namespace tracegate::analyzer {

// "dense-cp2-seed v1"
std::string name_of(const schema::ProfileReference& profile);
std::string name_of(const schema::ProfileName& profile);
std::string name_of(const schema::ConditionOrigin& profile);

std::string applies_words(const schema::ConditionPage& page);
std::string remedy_words(const schema::ConditionPage& page);
std::string decides_words(const schema::ConditionPage& page);

// What blocks in the same way, in its order.
struct BlockerGroup {
  std::string where;
  std::vector<std::string> conditions;
};
std::vector<BlockerGroup> blocker_groups(const schema::ConditionPage& page);

// Empty where a price depends on it.
std::string no_price_words(const schema::ConditionPage& page);

std::string profiles_words(const schema::ConditionPage& page);

// "79 conditions, and 4 that only choose a floor"
std::string count_words(std::uint64_t deciding, std::uint64_t support);
std::string policy_words(const schema::ProfilePage& page);
// Empty where no match is said to be outside.
std::string extrapolated_words(const schema::ProfilePage& page);
// Empty without a residue.
std::string residue_words(const schema::WidthFormula& width);

}  // namespace tracegate::analyzer
