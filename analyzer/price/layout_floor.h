// The checkpoint floor from each rank's own rows (docs/price.md, section 3.4).
#pragma once

#include <optional>

#include "analyzer/price/checkpoint_floor.h"

namespace tracegate::price {

// Two context-parallel ranks: the only topology with a floor per layout.
inline constexpr std::size_t kLayoutRanks = 2;

struct LayoutFloor {
  Floor floor;
  struct Rank {
    Amount retained;
    Amount workspace;  // its largest stage, without Transformer Engine's growth
  };
  Rank ranks[kLayoutRanks];
};

// Nothing where the floor over busiest rows is used. `widths`: of a covered wave, else both 0. Throws Overflow.
std::optional<LayoutFloor> layout_floor(const Wave& wave, const Setting& setting, Policy policy, bool covered, ProfileWidths widths);

}  // namespace tracegate::price
