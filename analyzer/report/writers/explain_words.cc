#include "analyzer/report/writers/explain_words.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/text/words.h"

namespace tracegate::analyzer {

namespace {

std::string with_version(const auto& profile) { return fmt::format("{} v{}", profile.id(), profile.version()); }

}  // namespace

std::string name_of(const schema::ProfileReference& profile) { return with_version(profile); }
std::string name_of(const schema::ProfileName& profile) { return with_version(profile); }
std::string name_of(const schema::ConditionOrigin& profile) { return with_version(profile); }

std::string applies_words(const schema::ConditionPage& page) {
  return page.applies().empty() ? "always" : page.applies() + "; elsewhere it counts as matched";
}

std::string remedy_words(const schema::ConditionPage& page) {
  if (!page.remedy().empty()) return page.remedy();
  return page.support() ? "none; a match does not need it" : "nothing short of a new trace";
}

std::string decides_words(const schema::ConditionPage& page) {
  return page.support() ? "no: it chooses the floor of a price, never the verdict, and is reported apart"
                        : "yes: the gate is open only where every subject of it is matched or does not apply";
}

std::vector<BlockerGroup> blocker_groups(const schema::ConditionPage& page) {
  std::vector<BlockerGroup> groups;
  for (const schema::Blocker& blocker : page.blocked_by()) {
    const auto known =
        std::find_if(groups.begin(), groups.end(), [&](const BlockerGroup& group) { return group.where == blocker.where(); });
    BlockerGroup& group = known != groups.end() ? *known : groups.emplace_back(BlockerGroup{blocker.where(), {}});
    group.conditions.push_back(blocker.condition());
  }
  return groups;
}

std::string no_price_words(const schema::ConditionPage& page) {
  return page.price().empty() ? "none: nothing in the profile's `pricing` names it" : std::string();
}

std::string profiles_words(const schema::ConditionPage& page) {
  std::vector<std::string> names;
  for (const schema::ProfileName& profile : page.profiles()) names.push_back(name_of(profile));
  return fmt::format("since {}; in {}", name_of(page.since()), names.empty() ? "no shipped profile" : ir::enumerate(names));
}

std::string count_words(std::uint64_t deciding, std::uint64_t support) {
  std::string text = fmt::format("{} condition{}", deciding, deciding == 1 ? "" : "s");
  if (support > 0) text += fmt::format(", and {} that only choose{} a floor", support, support == 1 ? "s" : "");
  return text;
}

std::string policy_words(const schema::ProfilePage& page) {
  if (page.price_policy().empty()) return "none: it judges, but prices nothing";
  return fmt::format("its widths are those of policy {}; docs/price.md, section 1", page.price_policy());
}

std::string extrapolated_words(const schema::ProfilePage& page) {
  return page.extrapolated().empty() ? std::string() : "a match can be extrapolated: " + page.extrapolated();
}

std::string residue_words(const schema::WidthFormula& width) {
  if (width.residue().empty()) return {};
  return fmt::format("{} of it may or may not be there, and {} always charged",
                     ir::enumerate({width.residue().begin(), width.residue().end()}), width.residue_size() == 1 ? "is" : "are");
}

}  // namespace tracegate::analyzer
