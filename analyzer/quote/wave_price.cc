#include "analyzer/quote/wave_price.h"

#include <algorithm>

#include <fmt/format.h>

namespace tracegate::analyzer {
namespace {

using price::Policy;

class Pricer {
 public:
  Pricer(PriceQuestion question, std::vector<GateOutcome> outcomes) {
    out_.question = std::move(question);
    out_.outcomes = std::move(outcomes);
  }

  WavePrice run() {
    add(Policy::kMain, nullptr);
    add(Policy::kToday, nullptr);
    for (const GateOutcome& outcome : out_.outcomes) add(outcome.policy, &outcome);
    assumptions();
    return std::move(out_);
  }

 private:
  const PriceQuestion& question() const { return out_.question; }

  price::Setting setting_of(Policy policy) const {
    price::Setting setting = question().setting;
    if (price::rules_of(policy).te_warm_by_device) setting.te_warm = question().te_warm_later;
    return setting;
  }

  void add(Policy policy, const GateOutcome* outcome) {
    PolicyPrice& one = out_.policies.emplace_back();
    one.policy = policy;
    one.outcome = outcome;
    one.asked = std::find(question().asked.begin(), question().asked.end(), policy) != question().asked.end();
    const price::Setting setting = setting_of(policy);
    one.refusal = refusal(policy, setting);
    if (!one.refusal.empty()) return;
    one.price = price::price_wave(question().wave, setting, policy, outcome == nullptr ? price::ProfileWidths() : outcome->widths,
                                  {.keeps_terms = true});
    if (outcome == nullptr || one.price->uses_profile_widths) return;
    if (setting.cp != outcome->traced.ranks) {
      one.outside.push_back(fmt::format("{} context-parallel ranks; the profile was traced on {}", setting.cp, outcome->traced.ranks));
    }
    if (outcome->verdict == rules::Verdict::kMatched || !one.outside.empty() || !outcome->if_matched) return;
    price::Setting matched = setting;
    matched.checkpoint_conditions = true;
    const price::Price would = price::price_wave(question().wave, matched, policy, *outcome->if_matched);
    if (would.uses_profile_widths) one.if_matched = would;
  }

  std::string refusal(Policy policy, const price::Setting& setting) const {
    if (!question().refusals.empty()) return question().refusals.front();
    if (const auto reason = price::refusal(setting)) return *reason;
    const bool with_profile = price::rules_of(policy).profile_widths;
    if (with_profile && !setting.recompute.full()) {
      return fmt::format("recompute is `{}`, every profile was traced under `full`; policies main and today have a price",
                         setting.recompute.granularity.empty() ? "none" : setting.recompute.granularity);
    }
    return {};
  }

  void assumptions() {
    if (std::none_of(out_.policies.begin(), out_.policies.end(), [](const PolicyPrice& one) { return one.price.has_value(); })) return;
    const price::Wave& wave = question().wave;
    if (!question().head_given) {
      out_.lower_bound = true;
      out_.assumptions.push_back("the head is not priced: `head_bytes` is not given");
    }
    if (question().retained_missing) {
      out_.assumptions.push_back("the layouts are not used: `attention_retained_bytes` is missing; the floor is over busiest rows");
    } else if (!wave.has_layouts() && question().setting.cp > 1 && !wave.groups.empty()) {
      out_.assumptions.push_back("no layouts are given: the floor is over busiest rows");
    }
    for (const PolicyPrice& one : out_.policies) {
      if (one.price && one.price->uses_profile_widths && one.outcome->extrapolated) {
        out_.assumptions.push_back(fmt::format("{} is extrapolated to this kind of model", one.outcome->profile));
      }
      if (price::rules_of(one.policy).no_grad_width_disputed && one.price && one.price->uses_profile_widths && !has_gradient()) {
        out_.assumptions.push_back("later: two measurements of its no-grad width differ by 5 %, traced covers both");
      }
    }
    if (!question().setting.te_warm && !wave.groups.empty()) {
      out_.assumptions.push_back("Transformer Engine's workspaces count as not allocated yet: `te_warm` is not true");
    }
    if (question().setting.cp == 1 && question().setting.geometry.has_gdn()) {
      out_.lower_bound = true;
      out_.assumptions.push_back("CP1: the planner's floor for pending GDN work is not priced");
    }
    if (question().checkpoint_undetermined) {
      out_.assumptions.push_back("the checkpoint conditions are undetermined: main and today are priced as if they held, which is higher");
    }
  }

  bool has_gradient() const {
    const auto& groups = question().wave.groups;
    return std::any_of(groups.begin(), groups.end(), [](const price::Group& group) { return group.gradient; });
  }

  WavePrice out_;
};

}  // namespace

const PolicyPrice* WavePrice::of(price::Policy policy) const {
  for (const PolicyPrice& one : policies) {
    if (one.policy == policy) return &one;
  }
  return nullptr;
}

WavePrice price_policies(PriceQuestion question, std::vector<GateOutcome> outcomes) {
  return Pricer(std::move(question), std::move(outcomes)).run();
}

}  // namespace tracegate::analyzer
