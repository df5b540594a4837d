// The safety factor, and where bytes become a price (docs/price.md, section 3.10).
#pragma once

#include "ir/amount.h"

namespace tracegate::price {

// trunc(bytes * 1.10): one conversion to double, one product, the fraction dropped. From about 2^49 on the product may round up: the
// original does the same, so the double is followed. Throws Overflow.
Amount with_factor(Amount bytes);
Amount with_factor(double bytes);

// The whole bytes of a double >= 0. Throws Overflow.
Amount truncated(double bytes);

}  // namespace tracegate::price
