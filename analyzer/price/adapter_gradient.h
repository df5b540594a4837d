// Adapter gradients that a backward allocates while boundaries are still freed: the later policy's extra (docs/price.md, section 3.15).
#pragma once

#include "analyzer/price/layout_floor.h"
#include "analyzer/price/wave.h"
#include "ir/amount.h"

namespace tracegate::price {

// Added to the gradient where the floor over busiest rows is used: in plan cost and admission. Throws Overflow.
Amount adapter_gradient(const Wave& wave, const Setting& setting);

// With the floor per layout, each rank with its own boundaries: what the largest rank's total grows by. Throws Overflow.
Amount adapter_gradient(const Wave& wave, const Setting& setting, const LayoutFloor& layout);

}  // namespace tracegate::price
