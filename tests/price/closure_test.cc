// I15: the terms that a report names add up to the value before the factor.
#include <algorithm>

#include "analyzer/price/factor.h"
#include "analyzer/price/mixer.h"
#include "analyzer/price/static_floor.h"
#include "tests/price/invariants.h"

namespace tracegate::price {
namespace {

// Rows times each width of the stage that set the workspace over busiest rows.
Amount busiest_stage(const RandomWave& wave, const Price& price) {
  const Floor& floor = price.busiest;
  const Stage& stage = floor.stage.stage();
  if (!stage) return 0;
  const Group& group = wave.wave.groups[static_cast<std::size_t>(stage.group)];
  const Amount rows = group.rows, hidden = wave.setting.geometry.hidden_size;
  const bool traced = price.policy == Policy::kTraced && price.uses_profile_widths;
  if (!group.gradient) return rows * std::max(traced ? Amount(price.widths.no_grad) : Amount(0), Amount(8) * hidden);
  const Amount mixer = rows * busiest_mixer(wave.setting.geometry, wave.setting.cp > 1).widest();
  return traced ? mixer + rows * 4 * hidden + rows * price.widths.gradient : mixer;
}

// The same per layout: of the rank with the largest total.
Amount layout_stage(const RandomWave& wave, const Price& price) {
  const Floor& floor = price.layout->floor;
  const Geometry& geometry = wave.setting.geometry;
  const Stage& stage = floor.stage.stage();
  const Group& group = wave.wave.groups[static_cast<std::size_t>(stage.group)];
  const RankLayout& rank = group.layout[static_cast<std::size_t>(stage.rank)];
  const bool later = price.policy == Policy::kLater;
  const Amount rows = std::max<std::int64_t>(1, stage.gdn ? rank.gdn_rows.value_or(rank.attention_rows) : rank.attention_rows);
  Amount beside;
  if (stage.gdn) {
    if (later) beside = ceil_div(Amount(rank.gdn_states) * segment_bytes(geometry), 2);
  } else if (group.gradient) {
    beside = rank.attention_retained_bytes;
  }
  if (!group.gradient) return rows * price.widths.no_grad + beside;
  const MixerWidths mixer = later ? later_layout_mixer(geometry) : layout_mixer(geometry, true);
  const Amount more = price.uses_profile_widths ? rows * 4 * geometry.hidden_size + rows * price.widths.gradient : Amount(0);
  return rows * (stage.gdn ? mixer.gdn : mixer.attention) + more + beside;
}

std::string floor_fault(const RandomWave& wave, const Price& price) {
  if (wave.setting.checkpoint_conditions && busiest_stage(wave, price) + price.busiest.te_growth != price.busiest.workspace())
    return "busiest rows";
  if (!price.layout) return "";
  const Floor& floor = price.layout->floor;
  const LayoutFloor::Rank& most = price.layout->ranks[floor.stage.stage().rank];
  Amount retained;
  for (const LayoutFloor::Rank& rank : price.layout->ranks) retained = std::max(retained, rank.retained);
  if (layout_stage(wave, price) != most.workspace) return "the stage of a layout";
  if (retained != floor.retained()) return "the boundaries of a layout";
  if (most.retained + most.workspace + floor.te_growth != floor.retained() + floor.workspace()) return "the ranks of a layout";
  return "";
}

// The largest branch of an estimate over a floor.
Amount estimate(const RandomWave& wave, const Price& price, const Floor& floor, Amount gradient) {
  const Amount outputs = wave.wave.output_bytes;
  const Amount again = wave.setting.cp > 1 ? outputs : Amount(0);
  Amount most;
  for (const Amount branch : {price.static_used, floor.retained() + floor.workspace() + gradient, floor.retained() + price.head + gradient,
                              floor.retained() + price.no_grad_stage}) {
    most = std::max(most, outputs + branch + price.no_grad_te_growth + again);
  }
  return price.learned ? std::max(most, outputs + truncated(*price.learned)) : most;
}

std::string price_fault(const RandomWave& wave, const Price& price) {
  const bool later = price.policy == Policy::kLater;
  const Amount outputs = wave.wave.output_bytes;
  if (estimate(wave, price, price.floor(), 0) != price.estimate_before_factor) return "the estimate without gradient";
  if (!later && estimate(wave, price, price.floor(), price.gradient) != price.admission_raw) return "the admission";
  if (later) {
    // Over busiest rows, with one gradient a boundary.
    const Amount more = price.busiest.retained() == Amount(0) ? Amount(0) : price.busiest.retained() + price.adapter_gradient_flat + price.cold;
    if (estimate(wave, price, price.busiest, more) != price.admission_raw) return "the admission of later";
  }
  const Amount workspace = std::max(price.floor().workspace(), price.head) + price.cold + price.plan_te_growth;
  if (workspace != price.c_workspace) return "the workspace";
  if (outputs + price.floor().retained() != price.c_retained) return "what is retained";
  const Amount branch = price.c_retained + workspace + price.gradient + price.adapter_gradient;
  if (price.branch_raw != (price.gradient == Amount(0) ? Amount(0) : branch)) return "the gradient branch";
  if (price.plan_cost != std::max(with_factor(price.estimate_before_factor), with_factor(price.branch_raw))) return "the plan cost";
  if (price.admission != with_factor(price.admission_raw)) return "the factor of the admission";
  if (price.plan_cost != price.estimate + price.increment) return "the increment";
  if (price.plan_cost != price.retained_estimate + price.ephemeral) return "the ephemeral part";
  return "";
}

TEST_CASE("I15 terms add up") {
  holds({}, [](const RandomWave& wave, Random&) -> std::string {
    for (const Policy policy : kPolicies) {
      const Price price = wave.price(policy);
      for (const std::string& fault : {floor_fault(wave, price), price_fault(wave, price)}) {
        if (!fault.empty()) return fmt::format("{}: {} of {}", name(policy), fault, numbers(price));
      }
    }
    return "";
  });
}

}  // namespace
}  // namespace tracegate::price
