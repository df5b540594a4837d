// The checkpoint floor from each rank's own rows (docs/price.md, section 3.4).
#pragma once

#include <optional>
#include <vector>

#include "analyzer/price/checkpoint_floor.h"

namespace tracegate::price {

struct LayoutFloor {
  Floor floor;
  struct Rank {
    Amount retained;
    Amount workspace;  // its largest stage, without Transformer Engine's growth
  };
  std::vector<Rank> ranks;
};

// Nothing where the floor over busiest rows is used. Throws Overflow.
std::optional<LayoutFloor> layout_floor(const Basis& basis);

}  // namespace tracegate::price
