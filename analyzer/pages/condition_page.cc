#include "analyzer/pages/condition_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/evaluate/describe_scope.h"
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

// The conditions that can block one, as rules/evaluate/evaluate.cc asks for them: first what it requires, then what makes its subject
// absent.
class Blockers {
 public:
  Blockers(const rules::Profile& profile, std::size_t condition) : profile_(profile), condition_(condition) {}

  std::vector<Blocker> collect() {
    for (const schema::Requirement& required : rule().require()) {
      if (required.own_guards()) {
        own_guards();
      } else {
        add(required.condition(), required.at().empty()
                                      ? "at the same subject"
                                      : "at " + rules::describe_same_layer(profile_, profile_.place_index(required.at())));
      }
    }
    for (const schema::Scope& scope : rule().scope()) {
      for (const std::size_t place : profile_.scope_places(scope)) absent(place);
    }
    return std::move(blockers_);
  }

 private:
  const schema::Condition& rule() const { return profile_.condition(condition_); }

  void own_guards() {
    for (const schema::Scope& scope : rule().scope()) {
      for (const std::size_t place : profile_.scope_places(scope)) {
        for (const std::size_t guard : profile_.guards(place)) {
          add(profile_.condition(guard).id(), "at the same subject, where that is " + rules::describe_place(profile_, place));
        }
      }
    }
  }

  void absent(std::size_t own) {
    const auto own_guards = profile_.guards(own);
    const bool is_guard = std::find(own_guards.begin(), own_guards.end(), condition_) != own_guards.end();
    for (std::size_t place = own; place != rules::kNone; place = profile_.parent(place)) {
      for (const std::size_t guard : profile_.guards(place)) {
        // Of the guards of one place the earlier blocks the later.
        if (guard == condition_ || (place == own && is_guard && guard > condition_)) continue;
        add(profile_.condition(guard).id(), "where what is asked for is absent");
      }
    }
  }

  void add(const std::string& id, std::string where) {
    const bool known = std::any_of(blockers_.begin(), blockers_.end(), [&](const Blocker& blocker) { return blocker.condition == id; });
    if (!known) blockers_.push_back({id, std::move(where)});
  }

  const rules::Profile& profile_;
  std::size_t condition_;
  std::vector<Blocker> blockers_;
};

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
  page.blocked_by = Blockers(profile, condition).collect();
  for (const int mark : rule.mark()) page.evidence.push_back(evidence_of(mark));
  page.profile = {profile.id(), profile.version()};
  page.since = lineage.since(rule.id());
  page.profiles = lineage.shipped_with(rule.id());
  return page;
}

std::string area_of(const std::string& condition) { return condition.substr(0, condition.find('/')); }

}  // namespace tracegate::analyzer
