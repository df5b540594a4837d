// The checkpoint floor over busiest rows: all boundaries, and the largest single recompute or no-grad stage (docs/price.md, section 3.3).
#pragma once

#include "analyzer/price/policy.h"
#include "analyzer/price/wave.h"
#include "ir/amount.h"

namespace tracegate::price {

struct Floor {
  Amount retained;
  Amount workspace;
  // What set the workspace, for reports: -1 where nothing did.
  int group = -1;
  int rank = -1;  // per layout: the rank of the largest total
  int retained_rank = -1;
  bool gdn_stage = false;
  Amount te_growth;  // the part of the workspace that is Transformer Engine's
};

// `widths`: of a covered wave, else both 0. (0, 0) where the checkpoint conditions do not hold. Throws Overflow.
Floor checkpoint_floor(const Wave& wave, const Setting& setting, Policy policy, ProfileWidths widths);

// Boundaries of the gradient groups by busiest rows, 0 where the floor is (0, 0).
Amount busiest_retained(const Wave& wave, const Setting& setting);

}  // namespace tracegate::price
