#include "analyzer/pages/condition_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/evaluate/describe_scope.h"
#include "rules/language/blocking.h"
#include "rules/language/rule.pb.h"
#include "rules/predicates/predicate.h"

namespace tracegate::analyzer {
namespace {

namespace schema = rules::schema;

Evidence evidence_of(int mark) {
  switch (mark) {
    case schema::CODE:
      return {"code", "seen in the analysed sources"};
    case schema::TEST:
      return {"test", "fixed by the analysed sources' unit tests"};
    case schema::SEED:
      return {"seed", "stated by the change that introduced the profile"};
    case schema::RUN:
      return {"run", "seen by running the original on genuine classes"};
    default:
      return {"inferred", "derived: an assumption"};
  }
}

std::string where(const rules::Profile& profile, const rules::Blocker& blocker) {
  switch (blocker.how) {
    case rules::Blocker::How::kSameSubject:
      return "at the same subject";
    case rules::Blocker::How::kAtPlace:
      return "at " + rules::describe_same_layer(profile, blocker.place);
    case rules::Blocker::How::kOwnGuard:
      return "at the same subject, where that is " + rules::describe_place(profile, blocker.place);
    case rules::Blocker::How::kAbsent:
      return "where what is asked for is absent";
  }
  return {};
}

// Each condition once, by the first way in which it blocks.
std::vector<Blocker> blockers(const rules::Profile& profile, std::size_t condition) {
  std::vector<Blocker> found;
  for (const rules::Blocker& blocker : profile.blocking().of(condition)) {
    const std::string& id = profile.condition(blocker.condition).id();
    const bool known = std::any_of(found.begin(), found.end(), [&](const Blocker& one) { return one.condition == id; });
    if (!known) found.push_back({id, where(profile, blocker)});
  }
  return found;
}

std::vector<PriceRole> price_roles(const schema::Profile& profile, const schema::Condition& condition) {
  std::vector<PriceRole> roles;
  if (!profile.has_pricing()) return roles;
  const schema::Pricing& pricing = profile.pricing();
  const auto listed = [&](const auto& list) { return std::find(list.begin(), list.end(), condition.id()) != list.end(); };
  if (!condition.support()) {
    roles.push_back({"gate",
                     fmt::format("unless it is matched, policy {} has no widths to use and keeps the price without them", pricing.policy()),
                     "3.1"});
  }
  if (listed(pricing.checkpoint_condition())) {
    roles.push_back(
        {"checkpoint", "missed, no policy has a checkpoint floor; undetermined, the floor is kept, but no widths are used", "2.4"});
  }
  if (listed(pricing.layout_condition())) {
    roles.push_back({"layout", "unless it is matched, no policy has the floor per layout: the busiest rows are priced", "3.4"});
  }
  if (listed(pricing.wrapped_condition())) {
    roles.push_back({"wrapped", "unless it is matched, policy later has no no-grad stage of its own at CP1", "3.7"});
  }
  if (pricing.dense_condition() == condition.id()) {
    roles.push_back({"dense", "unless it is matched, no wave is priced: the formulas are for dense models", "7"});
  }
  return roles;
}

}  // namespace

ConditionPage condition_page(const rules::Profile& profile, const rules::Lineage& lineage, std::size_t condition) {
  const schema::Condition& rule = profile.condition(condition);
  ConditionPage page;
  page.id = rule.id();
  page.title = rule.title();
  page.required = rules::describe(rule.predicate());
  page.notes = rules::reading_notes(profile, rule.predicate());
  for (const schema::Scope& scope : rule.scope()) page.judged_at.push_back(rules::describe(profile, scope));
  if (rule.has_applies()) page.applies = rules::describe(profile, rule.applies());
  page.because = rule.because();
  page.remedy = rule.remedy();
  page.support = rule.support();
  page.price = price_roles(profile.message(), rule);
  page.blocked_by = blockers(profile, condition);
  for (const int mark : rule.mark()) page.evidence.push_back(evidence_of(mark));
  page.profile = {profile.id(), profile.version()};
  page.since = lineage.since(rule.id());
  page.profiles = lineage.shipped_with(rule.id());
  return page;
}

std::string area_of(const std::string& condition) { return condition.substr(0, condition.find('/')); }

}  // namespace tracegate::analyzer
