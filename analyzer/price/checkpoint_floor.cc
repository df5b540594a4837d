#include "analyzer/price/checkpoint_floor.h"

#include <algorithm>

#include "analyzer/price/mixer.h"
#include "analyzer/price/te_growth.h"

namespace tracegate::price {
namespace {

// Bytes a row of the stage of a gradient and of a no-grad group.
struct StageWidths {
  Amount gradient;
  Amount no_grad;
};

StageWidths stage_widths(const Setting& setting, Policy policy, ProfileWidths widths) {
  const Amount hidden = setting.geometry.hidden_size;
  StageWidths stage;
  stage.no_grad = Amount(8) * hidden;
  if (policy == Policy::kMain || policy == Policy::kLater) return stage;
  stage.gradient = busiest_mixer(setting.geometry, setting.cp > 1).widest();
  if (policy == Policy::kTraced && widths.gradient != 0) {
    stage.gradient += Amount(4) * hidden + widths.gradient;
    stage.no_grad = std::max(Amount(widths.no_grad), stage.no_grad);
  }
  return stage;
}

}  // namespace

Amount busiest_retained(const Wave& wave, const Setting& setting) {
  if (!setting.checkpoint_conditions) return 0;
  Amount rows;
  for (const Group& group : wave.groups) {
    if (group.gradient) rows += group.rows;
  }
  return rows * setting.geometry.decoder_layers * setting.geometry.hidden_size * 2;
}

Floor checkpoint_floor(const Wave& wave, const Setting& setting, Policy policy, ProfileWidths widths) {
  Floor floor;
  if (!setting.checkpoint_conditions || wave.groups.empty()) return floor;
  floor.retained = busiest_retained(wave, setting);
  const StageWidths stage = stage_widths(setting, policy, widths);
  for (std::size_t i = 0; i < wave.groups.size(); ++i) {
    const Group& group = wave.groups[i];
    const Amount bytes = (group.gradient ? stage.gradient : stage.no_grad) * group.rows;
    if (bytes <= floor.workspace) continue;
    floor.workspace = bytes;
    floor.group = static_cast<int>(i);
  }
  if (policy == Policy::kTraced && widths.gradient != 0) {
    floor.te_growth = te_growth(setting);
    floor.workspace += floor.te_growth;
  }
  return floor;
}

}  // namespace tracegate::price
