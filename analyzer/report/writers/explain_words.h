// Sentences of a condition's documentation that are the same in every form of it.
#pragma once

#include <string>

#include "analyzer/pages/profile_page.h"

namespace tracegate::analyzer {

// "dense-cp2-seed v1"
std::string name_of(const rules::ProfileName& profile);
// "dense-cp2-later v1 and dense-cp2-newest v1"
std::string names_of(const std::vector<rules::ProfileName>& profiles);

std::string applies_words(const ConditionPage& page);
std::string remedy_words(const ConditionPage& page);
std::string decides_words(const ConditionPage& page);

// What blocks in the same way, in its order.
struct BlockerGroup {
  std::string where;
  std::vector<std::string> conditions;
};
std::vector<BlockerGroup> blocker_groups(const ConditionPage& page);

// Empty where a price depends on it.
std::string no_price_words(const ConditionPage& page);

std::string profiles_words(const ConditionPage& page);

// "79 conditions, and 4 that only choose a floor"
std::string count_words(std::size_t deciding, std::size_t support);
std::string policy_words(const ProfilePage& page);
// Empty where no match is said to be outside.
std::string extrapolated_words(const ProfilePage& page);
// Empty without a residue.
std::string residue_words(const WidthFormula& width);

}  // namespace tracegate::analyzer
