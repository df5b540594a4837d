// What a recomputed mixer keeps, in bytes a row (docs/price.md, section 3.5).
#pragma once

#include "analyzer/price/geometry.h"
#include "ir/amount.h"

namespace tracegate::price {

// 0 where the model has no such layer.
struct MixerWidths {
  Amount attention;
  Amount gdn;
  Amount widest() const { return attention > gdn ? attention : gdn; }
};

// Policies today and traced, over busiest rows. Throws Overflow.
MixerWidths busiest_mixer(const Geometry& geometry, bool context_parallel);
// Policies today and traced, over the rows of a layout.
MixerWidths layout_mixer(const Geometry& geometry, bool context_parallel);
// Policy later, over the rows of a layout.
MixerWidths later_layout_mixer(const Geometry& geometry);

// Elements that attention keeps a row without the exchange between ranks: the static floor counts them too (section 3.2).
Amount attention_elements(const Geometry& geometry);

}  // namespace tracegate::price
