#include "analyzer/report/writers/explain_words.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/places/describe.h"

namespace tracegate::analyzer {

std::string name_of(const rules::ProfileName& profile) { return fmt::format("{} v{}", profile.id, profile.version); }

std::string names_of(const std::vector<rules::ProfileName>& profiles) {
  std::vector<std::string> names;
  for (const rules::ProfileName& profile : profiles) names.push_back(name_of(profile));
  return names.empty() ? "no shipped profile" : rules::enumerate(names);
}

std::string applies_words(const ConditionPage& page) {
  return page.applies.empty() ? "always" : page.applies + "; elsewhere it counts as matched";
}

std::string remedy_words(const ConditionPage& page) {
  if (!page.remedy.empty()) return page.remedy;
  return page.support ? "none; a match does not need it" : "nothing short of a new trace";
}

std::string decides_words(const ConditionPage& page) {
  return page.support ? "no: it chooses the floor of a price, never the verdict, and is reported apart"
                      : "yes: the gate is open only where every subject of it is matched or does not apply";
}

std::vector<BlockerGroup> blocker_groups(const ConditionPage& page) {
  std::vector<BlockerGroup> groups;
  for (const Blocker& blocker : page.blocked_by) {
    const auto known = std::find_if(groups.begin(), groups.end(), [&](const BlockerGroup& group) { return group.where == blocker.where; });
    BlockerGroup& group = known != groups.end() ? *known : groups.emplace_back(BlockerGroup{blocker.where, {}});
    group.conditions.push_back(blocker.condition);
  }
  return groups;
}

std::string no_price_words(const ConditionPage& page) {
  return page.price.empty() ? "none: nothing in the profile's `pricing` names it" : std::string();
}

std::string profiles_words(const ConditionPage& page) {
  return fmt::format("since {}; in {}", name_of(page.since), names_of(page.profiles));
}

std::string count_words(std::size_t deciding, std::size_t support) {
  std::string text = fmt::format("{} condition{}", deciding, deciding == 1 ? "" : "s");
  if (support > 0) text += fmt::format(", and {} that only choose{} a floor", support, support == 1 ? "s" : "");
  return text;
}

std::string policy_words(const ProfilePage& page) {
  if (page.price_policy.empty()) return "none: it judges, but prices nothing";
  return fmt::format("its widths are those of policy {}; docs/price.md, section 1", page.price_policy);
}

std::string extrapolated_words(const ProfilePage& page) {
  return page.extrapolated.empty() ? std::string() : "a match can be extrapolated: " + page.extrapolated;
}

std::string residue_words(const WidthFormula& width) {
  if (width.residue.empty()) return {};
  return fmt::format("{} of it may or may not be there, and {} always charged", rules::enumerate(width.residue),
                     width.residue.size() == 1 ? "is" : "are");
}

}  // namespace tracegate::analyzer
