// The checkpoint floor over busiest rows: all boundaries, and the largest single recompute or no-grad stage (docs/price.md, section 3.3).
#pragma once

#include "analyzer/price/basis.h"
#include "analyzer/price/sum.h"

namespace tracegate::price {

struct Floor {
  Sum boundaries;
  Sum stage;         // knows the group that set it, and per layout rank and kind of layer
  Amount te_growth;  // the part of the stage that is Transformer Engine's

  Amount retained() const { return boundaries.total(); }
  Amount workspace() const { return stage.total(); }
};

// (0, 0) where the checkpoint conditions do not hold. Throws Overflow.
Floor checkpoint_floor(const Basis& basis);

// Boundaries of the gradient groups by busiest rows, 0 where the floor is (0, 0).
Amount busiest_retained(const Wave& wave, const Setting& setting);

// Rows of all gradient groups together.
Amount gradient_rows(const Wave& wave);

}  // namespace tracegate::price
