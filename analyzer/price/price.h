// One wave, one policy: every term of its price (docs/price.md, sections 3.1 to 3.12). Bytes.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "analyzer/price/checkpoint_floor.h"
#include "analyzer/price/layout_floor.h"
#include "analyzer/price/policy.h"
#include "analyzer/price/sum.h"
#include "analyzer/price/wave.h"
#include "ir/amount.h"

namespace tracegate::price {

enum class FloorUsed { kNone, kBusiest, kLayout };

struct Price {
  Policy policy = Policy::kMain;
  bool uses_profile_widths = false;
  FloorUsed floor_used = FloorUsed::kNone;
  ProfileWidths widths;               // those used, else 0
  Floor busiest;                      // the floor over busiest rows, also where it is not used
  std::optional<LayoutFloor> layout;  // the floor per layout, where it is used

  Amount static_floor;       // as section 3.2 gives it
  Amount static_used;        // what takes its place in a no-grad wave, else the same
  Amount no_grad_stage;      // S_ng
  Amount no_grad_te_growth;  // C behind the maximum: a covered no-grad wave of `later`
  Amount head;
  Amount gradient;  // input gradient
  Amount cold;
  Amount adapter_gradient;        // in the plan cost
  Amount adapter_gradient_flat;   // in the admission
  Amount plan_te_growth;          // C in the plan cost's bracket: only `later`
  std::optional<double> learned;  // bytes

  Amount estimate_before_factor;  // outputs counted as often as they are
  Amount estimate;                // required_0: without a gradient
  Amount admission_raw;
  Amount admission;                // the estimate with the gradient
  Amount branch_raw;               // the gradient branch of the plan cost; 0 where there is none
  std::shared_ptr<Ledger> ledger;  // of the terms of `sum`; none where they were not asked for
  Sum sum;                         // the branch that set the plan cost, before the factor
  Amount plan_cost;
  Amount retained_estimate;
  Amount c_retained;
  Amount c_workspace;
  Amount increment;
  Amount ephemeral;

  const Floor& floor() const { return layout ? layout->floor : busiest; }
};

struct PriceOptions {
  bool keep_share = true;                                  // section 3.7
  std::optional<Amount> activation_tokens = std::nullopt;  // T* where it is not the wave's own (section 3.14)
  bool keeps_terms = false;                                // `sum` has its terms
};

// Why the formulas do not hold for this topology; nothing where they do.
std::optional<std::string> refusal(const Setting& setting);

// Whether the profile's widths may be used: its gate is matched (`widths` > 0), the ranks it was traced on, checkpoint conditions.
bool may_use_widths(const Setting& setting, Policy policy, ProfileWidths widths);

// `widths`: of the policy's profile, over the constructor and all named slots of the wave; both 0 where its gate is not matched.
// The sum is the largest of its branches; of equal ones the first of: gradient, static or what replaces it, floor, no-grad stage, learned.
// Throws UsageError.
Price price_wave(const Wave& wave, const Setting& setting, Policy policy, ProfileWidths widths, const PriceOptions& options = {});

}  // namespace tracegate::price
