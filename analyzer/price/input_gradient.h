// The H-wide gradient rows that live at the peak of a recompute (docs/price.md, section 3.6).
#pragma once

#include "analyzer/price/basis.h"
#include "analyzer/price/sum.h"

namespace tracegate::price {

// One row a gradient row, or one a boundary, as the policy says. `per_layout`: the floor per layout is used. Throws Overflow.
Sum input_gradient(const Basis& basis, bool per_layout);

}  // namespace tracegate::price
