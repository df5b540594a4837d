#include "analyzer/price/checkpoint_floor.h"

#include "analyzer/price/mixer.h"
#include "analyzer/price/row_widths.h"
#include "analyzer/price/te_growth.h"

namespace tracegate::price {
namespace {

constexpr const char* kSection = "3.3";

// Of a gradient and of a no-grad group.
struct StageWidths {
  RowWidths gradient;
  RowWidths no_grad;
};

StageWidths stage_widths(const Basis& basis) {
  const Geometry& geometry = basis.setting.geometry;
  const bool widths = basis.rules.widths_over_busiest_rows && basis.uses_profile_widths();
  StageWidths stage;
  if (basis.rules.recomputed_mixer) {
    stage.gradient.add(TermKind::kMixer, "3.5", busiest_mixer(geometry, basis.setting.cp > 1).widest());
    if (widths) stage.gradient.add_gradient_stage(kSection, geometry.hidden_size, basis.widths);
  }
  const Amount least = Amount(8) * geometry.hidden_size;
  if (widths && Amount(basis.widths.no_grad) > least) {
    stage.no_grad.add(TermKind::kNoGradTransient, kSection, basis.widths.no_grad);
  } else {
    stage.no_grad.add(TermKind::kNoGradLayer, kSection, least);
  }
  return stage;
}

}  // namespace

Amount gradient_rows(const Wave& wave) {
  Amount rows;
  for (const Group& group : wave.groups) {
    if (group.gradient) rows += group.rows;
  }
  return rows;
}

Amount busiest_retained(const Wave& wave, const Setting& setting) {
  if (!setting.checkpoint_conditions) return 0;
  return gradient_rows(wave) * setting.geometry.decoder_layers * setting.geometry.hidden_size * 2;
}

Floor checkpoint_floor(const Basis& basis) {
  const Wave& wave = basis.wave;
  Floor floor{Sum(Branch::kFloor, basis.ledger), Sum(Branch::kFloor, basis.ledger), 0};
  if (!basis.setting.checkpoint_conditions || wave.groups.empty()) return floor;
  const Geometry& geometry = basis.setting.geometry;
  floor.boundaries.product(TermKind::kBoundaries, kSection, gradient_rows(wave), geometry.decoder_layers, Amount(geometry.hidden_size) * 2);
  const StageWidths widths = stage_widths(basis);
  Stage stage;
  Amount most;
  for (std::size_t i = 0; i < wave.groups.size(); ++i) {
    const Group& group = wave.groups[i];
    const Amount bytes = (group.gradient ? widths.gradient : widths.no_grad).total() * group.rows;
    if (bytes <= most) continue;
    most = bytes;
    stage = {static_cast<int>(i), -1, group.gradient};
  }
  if (stage) {
    (stage.gradient ? widths.gradient : widths.no_grad).times(wave.groups[static_cast<std::size_t>(stage.group)].rows, floor.stage);
    floor.stage.set_stage(stage);
  }
  if (basis.rules.te_growth_in_floor && basis.uses_profile_widths()) {
    floor.te_growth = te_growth(basis.setting);
    floor.stage.add(TermKind::kTeGrowth, "3.8", floor.te_growth);
  }
  return floor;
}

}  // namespace tracegate::price
