#include "analyzer/price/input_gradient.h"

#include "analyzer/price/checkpoint_floor.h"

namespace tracegate::price {

Amount input_gradient(const Wave& wave, const Setting& setting, Policy policy, bool covered, bool with_layouts) {
  const Amount boundaries = busiest_retained(wave, setting);
  const bool one = policy == Policy::kTraced ? covered : policy == Policy::kLater && with_layouts;
  if (!one || boundaries == Amount(0)) return boundaries;
  Amount rows;
  for (const Group& group : wave.groups) {
    if (group.gradient) rows += group.rows;
  }
  return rows * setting.geometry.hidden_size * 2;
}

}  // namespace tracegate::price
