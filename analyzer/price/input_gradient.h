// The H-wide gradient rows that live at the peak of a recompute (docs/price.md, section 3.6).
#pragma once

#include "analyzer/price/policy.h"
#include "analyzer/price/wave.h"
#include "ir/amount.h"

namespace tracegate::price {

// One row a gradient row where the traced stage is priced, else one a boundary. `with_layouts`: the floor per layout is used. Throws
// Overflow.
Amount input_gradient(const Wave& wave, const Setting& setting, Policy policy, bool covered, bool with_layouts);

}  // namespace tracegate::price
