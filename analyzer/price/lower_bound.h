// The optimistic price of a child: above the budget, no packing of it can fit (docs/price.md, sections 3.14 and 3.17).
#pragma once

#include <vector>

#include "analyzer/price/price.h"

namespace tracegate::price {

// Bytes a row that attention keeps at least on the rank that owns the row.
Amount least_retained_row(const Geometry& geometry);

// A group of a child: its length in tokens with all prefixes shared.
struct BoundGroup {
  std::int64_t length = 0;
  bool gradient = false;
  std::string slot;
  std::vector<std::int64_t> pending_gradient_bytes;
};

struct BoundWave {
  std::vector<BoundGroup> groups;
  std::int64_t logical_tokens = 0;
  std::int64_t unshared_tokens = 0;  // U: the packed length without sharing; 0 where not known
  std::int64_t output_bytes = 0;
  std::int64_t head_bytes = 0;  // its own lower bound
  bool packed_pricing = false;
  std::optional<Learned> learned;
};

// The wave that the bound prices: rows evenly spread, minimum layouts, no segment. Throws Overflow.
Wave bound_wave(const BoundWave& child, const Setting& setting);

// `keep_share`: the older form of the traced bound, which can lie above a real packing. Throws UsageError.
Price lower_bound(const BoundWave& child, const Setting& setting, Policy policy, ProfileWidths widths, bool keep_share = false);

}  // namespace tracegate::price
