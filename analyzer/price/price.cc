#include "analyzer/price/price.h"

#include <algorithm>

#include <fmt/format.h>

#include "analyzer/price/adapter_gradient.h"
#include "analyzer/price/factor.h"
#include "analyzer/price/input_gradient.h"
#include "analyzer/price/learned.h"
#include "analyzer/price/no_grad.h"
#include "analyzer/price/static_floor.h"
#include "analyzer/price/te_growth.h"
#include "ir/text/error.h"

namespace tracegate::price {
namespace {

class Pricer {
 public:
  Pricer(const Wave& wave, const Setting& setting, Policy policy, ProfileWidths widths, const PriceOptions& options)
      : wave_(wave), setting_(setting), rules_(rules_of(policy)), options_(options) {
    price_.policy = policy;
    price_.uses_profile_widths = may_use_widths(setting, policy, widths);
    if (price_.uses_profile_widths) price_.widths = widths;
    if (options.keeps_terms) price_.ledger = std::make_shared<Ledger>();
  }

  Price price() {
    try {
      price_.head = wave_.head_bytes;
      if (wave_.packed_tokens == 0) {
        nothing_packed();
      } else {
        terms();
        estimates();
        plan();
      }
      return std::move(price_);
    } catch (const Overflow&) {
      throw UsageError(fmt::format("{} of policy {} does not fit 64 bits", computing_, rules_.name));
    }
  }

 private:
  Sum new_sum(Branch branch) const { return Sum(branch, price_.ledger.get()); }

  void nothing_packed() {
    price_.sum = new_sum(Branch::kOutputs).add(TermKind::kOutputs, "3.10", wave_.output_bytes);
    const Amount outputs = price_.sum.total();
    price_.estimate_before_factor = price_.estimate = price_.admission_raw = price_.admission = outputs;
    price_.plan_cost = price_.retained_estimate = price_.c_retained = outputs;
    price_.c_workspace = price_.head;
  }

  void terms() {
    const Basis basis = this->basis();
    computing_ = "the static floor";
    static_ = static_floor(wave_, setting_, options_.activation_tokens.value_or(activation_tokens(wave_, setting_)), price_.ledger.get());
    price_.static_floor = static_.total();
    computing_ = "the checkpoint floor over busiest rows";
    price_.busiest = checkpoint_floor(basis);
    computing_ = "the checkpoint floor per layout";
    price_.layout = layout_floor(basis);
    if (price_.layout) {
      price_.floor_used = FloorUsed::kLayout;
    } else if (setting_.checkpoint_conditions) {
      price_.floor_used = FloorUsed::kBusiest;
    }
    computing_ = "the input gradient";
    gradient_ = input_gradient(basis, price_.layout.has_value());
    price_.gradient = gradient_.total();
    computing_ = "the no-grad stage";
    NoGrad stage = no_grad(basis, price_.static_floor, options_.keep_share);
    if (stage.replaced_static) static_ = *std::move(stage.replaced_static);
    price_.static_used = static_.total();
    if (stage.stage) price_.no_grad_stage = stage.stage->total();
    stage_ = std::move(stage.stage);
    price_.no_grad_te_growth = stage.te_growth;
    computing_ = "the learned profile";
    price_.learned = learned_bytes(wave_, setting_.geometry, price_.policy);
    computing_ = "the adapter gradients";
    if (rules_.adapter_gradients) price_.adapter_gradient_flat = adapter_gradient(wave_, setting_);
    if (price_.gradient == Amount(0)) return;
    if (rules_.cold_transient) price_.cold = cold_transient(wave_, price_.floor().retained());
    price_.adapter_gradient = price_.adapter_gradient_flat;
    if (rules_.adapter_gradients && price_.layout) price_.adapter_gradient = adapter_gradient(wave_, setting_, *price_.layout);
    if (rules_.te_growth_in_plan && price_.layout) price_.plan_te_growth = te_growth(setting_);
  }

  Basis basis() const { return {wave_, setting_, rules_, price_.widths, price_.ledger.get()}; }

  // Boundaries, and the head in place of a smaller workspace.
  Sum over(const Floor& floor) const {
    Sum sum = new_sum(Branch::kFloor).add(floor.boundaries);
    return sum.add(largest({floor.stage, new_sum(Branch::kFloor).add(TermKind::kHead, "3.9", price_.head)}));
  }

  // Outputs and what is held, before the factor. `on_floor`: what stands on the floor's boundaries.
  Sum estimate(const Floor& floor, const Sum& on_floor) const {
    Sum held = largest({static_, on_floor});
    if (stage_) held = largest({held, new_sum(Branch::kNoGradStage).add(floor.boundaries).add(*stage_)});
    held.add(TermKind::kTeGrowth, "3.8", price_.no_grad_te_growth);
    if (setting_.cp > 1) held.add(TermKind::kLocalOutputs, "3.10", wave_.output_bytes);
    // A learned profile says what such waves took in all, results of this rank included.
    if (price_.learned) held = largest({held, new_sum(Branch::kLearned).add(TermKind::kLearned, "3.12", truncated(*price_.learned))});
    return held.add(TermKind::kOutputs, "3.10", wave_.output_bytes);
  }

  void estimates() {
    computing_ = "the estimate";
    on_floor_ = over(price_.floor());
    price_.sum = estimate(price_.floor(), on_floor_);
    price_.estimate_before_factor = price_.sum.total();
    price_.estimate = with_factor(price_.estimate_before_factor);
    const bool other_floor = price_.layout && !rules_.admission_by_layout;
    const Floor& floor = other_floor ? price_.busiest : price_.floor();
    Sum admitted = other_floor ? over(floor) : on_floor_;
    if (floor.retained() > Amount(0)) {
      admitted.add(other_floor ? input_gradient(basis(), false) : gradient_);
      admitted.add(TermKind::kAdapterGradients, "3.15", price_.adapter_gradient_flat).add(TermKind::kColdTransient, "3.8", price_.cold);
    }
    price_.admission_raw = estimate(floor, admitted).total();
    price_.admission = with_factor(price_.admission_raw);
  }

  void plan() {
    computing_ = "the plan cost";
    const Floor& floor = price_.floor();
    const Amount outputs = wave_.output_bytes;
    price_.c_workspace = std::max(floor.workspace(), price_.head) + price_.cold + price_.plan_te_growth;
    price_.plan_cost = price_.estimate;
    if (price_.gradient > Amount(0)) {
      const Sum branch = on_floor_.as(Branch::kGradient)
                             .add(TermKind::kTeGrowth, "3.8", price_.plan_te_growth)
                             .add(TermKind::kColdTransient, "3.8", price_.cold)
                             .add(gradient_)
                             .add(TermKind::kAdapterGradients, "3.15", price_.adapter_gradient)
                             .add(TermKind::kOutputs, "3.11", outputs);
      price_.branch_raw = branch.total();
      price_.sum = largest({branch, price_.sum});
      price_.plan_cost = with_factor(price_.sum.total());
    }
    price_.c_retained = outputs + floor.retained();
    price_.retained_estimate = price_.estimate;
    if (const auto learned = learned_retained(wave_)) {
      const double held = std::max(static_cast<double>(floor.retained().value()), *learned);
      price_.retained_estimate = std::min(price_.estimate, with_factor(static_cast<double>(outputs.value()) + held));
    }
    price_.increment = price_.plan_cost - price_.estimate;
    price_.ephemeral = price_.plan_cost - price_.retained_estimate;
  }

  const Wave& wave_;
  const Setting& setting_;
  const PolicyRules& rules_;
  const PriceOptions& options_;
  Price price_;
  Sum static_;  // or what replaces it
  Sum gradient_;
  Sum on_floor_;              // boundaries and workspace or head
  std::optional<Sum> stage_;  // S_ng
  const char* computing_ = "the price";
};

}  // namespace

std::optional<std::string> refusal(const Setting& setting) {
  if (setting.tp > 1) {
    return fmt::format("{} tensor-parallel ranks: the formulas are for one, where each rank holds whole rows", setting.tp);
  }
  if (setting.pp > 1) {
    return fmt::format("{} pipeline-parallel ranks: the formulas are for one, which holds every layer", setting.pp);
  }
  return std::nullopt;
}

bool may_use_widths(const Setting& setting, Policy policy, ProfileWidths widths) {
  if (!rules_of(policy).profile_widths) return false;
  return widths.gradient > 0 && setting.cp == widths.ranks && setting.tp == 1 && setting.pp == 1 && setting.checkpoint_conditions;
}

Price price_wave(const Wave& wave, const Setting& setting, Policy policy, ProfileWidths widths, const PriceOptions& options) {
  return Pricer(wave, setting, policy, widths, options).price();
}

}  // namespace tracegate::price
