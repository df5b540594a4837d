#include <algorithm>

#include "analyzer/price/price_words.h"
#include "analyzer/price/te_growth.h"
#include "analyzer/quote/row_price.h"
#include "analyzer/report/assemble.h"
#include "analyzer/report/enums.h"

namespace tracegate::analyzer {
namespace {

void fill(const price::Sum& sum, schema::PolicyPrice& out) {
  out.set_branch(std::string(price::words_of(sum.branch())));
  out.set_stage(price::words_of(sum.stage()));
  for (const price::Term& term : sum.terms()) {
    price::TermWords words = price::words_of(term);
    schema::PriceTerm& one = *out.add_terms();
    one.set_title(std::move(words.title));
    one.set_bytes(term.bytes.value());
    one.set_formula(std::string(words.formula));
    one.set_numbers(std::move(words.numbers));
    one.set_section(term.section);
  }
  out.set_before_factor_bytes(sum.total().value());
}

void fill(const GateOutcome& outcome, schema::PriceGate& out) {
  out.set_profile(outcome.profile);
  out.set_verdict(to_schema(outcome.verdict));
  out.set_assumed(outcome.assumed);
  out.set_widths_known(outcome.if_matched.has_value());
  if (outcome.traced.hidden_size > 0) {
    out.mutable_traced()->set_hidden_size(outcome.traced.hidden_size);
    out.mutable_traced()->set_ffn_hidden_size(outcome.traced.ffn_hidden_size);
    out.mutable_traced()->set_decoder_layers(outcome.traced.decoder_layers);
  }
  for (const Obstacle& obstacle : outcome.obstacles) {
    schema::Obstacle& one = *out.add_obstacles();
    one.set_id(obstacle.id);
    one.set_verdict(to_schema(obstacle.verdict));
    one.set_where(obstacle.where);
    one.set_remedy(obstacle.remedy);
  }
}

// What one gradient row takes now and with a match, where the two differ by rows alone.
void fill_row(const PriceQuestion& question, const PolicyPrice& one, schema::PolicyPrice& out) {
  const auto& groups = question.wave.groups;
  const bool gradient = std::any_of(groups.begin(), groups.end(), [](const price::Group& group) { return group.gradient; });
  const std::optional<RowPrice> row = row_price(question.setting.geometry, *one.outcome);
  if (!gradient || !row) return;
  schema::GradientRow& to = *out.mutable_gradient_row();
  to.set_now_bytes(row->now);
  to.set_if_matched_bytes(row->if_matched);
  to.set_layers(row->layers);
  to.set_once_bytes(price::kTeGrowthBytes);
}

schema::PolicyPrice::Bound bound_of(const WavePrice& price, const PolicyPrice& one) {
  if (one.price->sum.branch() == price::Branch::kLearned) return schema::PolicyPrice::observed;
  return price.lower_bound ? schema::PolicyPrice::lower : schema::PolicyPrice::upper;
}

schema::PolicyPrice::Floor floor_of(const price::Price& price) {
  switch (price.floor_used) {
    case price::FloorUsed::kBusiest:
      return schema::PolicyPrice::busiest;
    case price::FloorUsed::kLayout:
      return schema::PolicyPrice::layout;
    default:
      return schema::PolicyPrice::none;
  }
}

void fill(const WavePrice& price, const PolicyPrice& one, schema::PolicyPrice& out) {
  out.set_policy(to_schema(one.policy));
  out.set_asked(one.asked);
  if (one.outcome != nullptr) fill(*one.outcome, *out.mutable_gate());
  if (!one.price) return out.set_refusal(one.refusal);
  const price::Price& sums = *one.price;
  out.set_covered(sums.uses_profile_widths);
  out.set_gradient_bytes_per_row(sums.widths.gradient);
  out.set_no_grad_bytes_per_row(sums.widths.no_grad);
  out.set_required_bytes(sums.plan_cost.value());
  out.set_admission_bytes(sums.admission.value());
  out.set_without_gradient_bytes(sums.estimate.value());
  out.set_retained_estimate_bytes(sums.retained_estimate.value());
  out.set_bound(bound_of(price, one));
  out.set_floor(floor_of(sums));
  out.mutable_floor_bytes()->set_retained_bytes(sums.floor().retained().value());
  out.mutable_floor_bytes()->set_workspace_bytes(sums.floor().workspace().value());
  fill(sums.sum, out);
  for (const std::string& outside : one.outside) out.add_outside(outside);
  if (one.if_matched) {
    out.set_if_matched_bytes(one.if_matched->plan_cost.value());
    fill_row(price.question, one, out);
  }
  if (price.question.budget) out.set_fits(one.fits(*price.question.budget));
}

}  // namespace

void assemble_price(const PriceSubject& subject, const WavePrice& price, schema::WavePrice& out) {
  out.set_model(path_text(subject.model));
  out.set_wave(path_text(subject.wave));
  const PriceQuestion& question = price.question;
  out.set_tp(question.setting.tp);
  out.set_cp(question.setting.cp);
  out.set_pp(question.setting.pp);
  out.set_packed_tokens(question.wave.packed_tokens);
  out.set_groups(question.wave.groups.size());
  const auto priced = [](const PolicyPrice& one) { return one.price.has_value(); };
  if (std::any_of(price.policies.begin(), price.policies.end(), priced)) {
    out.mutable_sizes()->set_hidden_size(question.setting.geometry.hidden_size);
    out.mutable_sizes()->set_ffn_hidden_size(question.setting.geometry.ffn_hidden_size);
    out.mutable_sizes()->set_decoder_layers(question.setting.geometry.decoder_layers);
  }
  if (question.budget) out.set_budget_bytes(*question.budget);
  out.set_lower_bound(price.lower_bound);
  for (const PolicyPrice& one : price.policies) fill(price, one, *out.add_policies());
  for (const std::string& assumption : price.assumptions) out.add_assumptions(assumption);
  for (const std::string& warning : question.warnings) out.add_warnings(warning);
}

}  // namespace tracegate::analyzer
