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
      : wave_(wave), setting_(setting), options_(options) {
    price_.policy = policy;
    price_.covered = is_covered(setting, policy, widths);
    if (price_.covered) price_.widths = widths;
  }

  Price price() {
    try {
      if (wave_.packed_tokens == 0) {
        nothing_packed();
      } else {
        terms();
        estimates();
        plan();
      }
      return std::move(price_);
    } catch (const Overflow&) {
      throw UsageError(fmt::format("{} of policy {} does not fit 64 bits", computing_, name(price_.policy)));
    }
  }

 private:
  bool later() const { return price_.policy == Policy::kLater; }

  void nothing_packed() {
    price_.without_raw = price_.without = price_.admission_raw = price_.admission = wave_.output_bytes;
    price_.plan_cost = price_.retained_estimate = price_.c_retained = wave_.output_bytes;
  }

  void terms() {
    computing_ = "the static floor";
    price_.static_floor = static_floor(wave_, setting_, options_.activation_tokens.value_or(activation_tokens(wave_, setting_)));
    computing_ = "the checkpoint floor over busiest rows";
    price_.busiest = checkpoint_floor(wave_, setting_, price_.policy, price_.widths);
    computing_ = "the checkpoint floor per layout";
    price_.layout = layout_floor(wave_, setting_, price_.policy, price_.covered, price_.widths);
    if (price_.layout) {
      price_.floor_used = FloorUsed::kLayout;
    } else if (setting_.checkpoint_conditions) {
      price_.floor_used = FloorUsed::kBusiest;
    }
    computing_ = "the input gradient";
    price_.gradient = input_gradient(wave_, setting_, price_.policy, price_.covered, price_.layout.has_value());
    computing_ = "the no-grad stage";
    const NoGrad stage = no_grad(wave_, setting_, price_.policy, price_.covered, price_.widths, price_.static_floor, options_.keep_share);
    price_.static_used = stage.replaced_static.value_or(price_.static_floor);
    price_.no_grad_stage = stage.stage;
    price_.no_grad_te_growth = stage.te_growth;
    price_.head = wave_.head_bytes;
    computing_ = "the learned profile";
    price_.learned = learned_bytes(wave_, setting_.geometry, price_.policy);
    if (!later()) return;
    computing_ = "the adapter gradients";
    price_.adapter_gradient_flat = adapter_gradient(wave_, setting_);
    if (price_.gradient == Amount(0)) return;
    price_.cold = cold_transient(wave_, price_.floor().retained);
    price_.adapter_gradient = price_.layout ? adapter_gradient(wave_, setting_, *price_.layout) : price_.adapter_gradient_flat;
    if (price_.layout) price_.plan_te_growth = te_growth(setting_);
  }

  // The estimate over a floor: O + what is held, before the factor; a double, as a learned profile may win.
  Amount estimate(const Floor& floor, Amount more, Amount& raw) const {
    const Amount outputs = wave_.output_bytes;
    Amount held = std::max(price_.static_used, floor.retained + std::max(floor.workspace, price_.head) + more);
    if (later()) held = std::max(held, floor.retained + price_.no_grad_stage) + price_.no_grad_te_growth;
    if (setting_.cp > 1) held += outputs;
    if (price_.learned) held = std::max(held, truncated(*price_.learned));
    raw = outputs + held;
    return with_factor(raw);
  }

  void estimates() {
    computing_ = "the estimate";
    price_.without = estimate(price_.floor(), 0, price_.without_raw);
    // The admission of the later revision passes no layouts.
    const Floor& floor = later() ? price_.busiest : price_.floor();
    Amount more = price_.gradient;
    if (later()) {
      const Amount gradient = input_gradient(wave_, setting_, price_.policy, price_.covered, false);
      more = floor.retained > Amount(0) ? gradient + price_.adapter_gradient_flat + price_.cold : Amount(0);
    }
    price_.admission = estimate(floor, more, price_.admission_raw);
  }

  void plan() {
    computing_ = "the plan cost";
    const Floor& floor = price_.floor();
    const Amount outputs = wave_.output_bytes;
    price_.plan_cost = price_.without;
    price_.c_workspace = std::max(floor.workspace, price_.head) + price_.cold + price_.plan_te_growth;
    if (price_.gradient > Amount(0)) {
      price_.branch_raw = outputs + floor.retained + price_.c_workspace + price_.gradient + price_.adapter_gradient;
      price_.plan_cost = std::max(price_.without, with_factor(price_.branch_raw));
    }
    price_.c_retained = outputs + floor.retained;
    price_.retained_estimate = price_.without;
    if (const auto learned = learned_retained(wave_)) {
      const double held = std::max(static_cast<double>(floor.retained.value()), *learned);
      price_.retained_estimate = std::min(price_.without, with_factor(static_cast<double>(outputs.value()) + held));
    }
    price_.increment = price_.plan_cost - price_.without;
    price_.ephemeral = price_.plan_cost - price_.retained_estimate;
  }

  const Wave& wave_;
  const Setting& setting_;
  const PriceOptions& options_;
  Price price_;
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

bool is_covered(const Setting& setting, Policy policy, ProfileWidths widths) {
  if (policy != Policy::kTraced && policy != Policy::kLater) return false;
  return widths.gradient > 0 && setting.cp == 2 && setting.tp == 1 && setting.pp == 1 && setting.checkpoint_conditions;
}

Price price_wave(const Wave& wave, const Setting& setting, Policy policy, ProfileWidths widths, const PriceOptions& options) {
  return Pricer(wave, setting, policy, widths, options).price();
}

}  // namespace tracegate::price
