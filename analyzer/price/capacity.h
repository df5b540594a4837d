// The inverse of a price: the largest wave that fits a budget (docs/price.md, section 8).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "analyzer/price/price.h"

namespace tracegate::price {

// A family of waves that grows with its scale: a larger scale never costs less.
using WaveOfScale = std::function<Wave(std::int64_t scale)>;

// One group of `scale` rows on the busiest rank, spread evenly: cp x scale packed tokens. No outputs, no head.
WaveOfScale one_group(bool gradient, const Setting& setting);

// The groups of `shape` in its proportions: at scale k each has floor(rows x k / all rows) rows, one at least, and all tokens are spread
// evenly. Outputs and logical tokens grow in the same proportion; the head stays; layouts, segments and observations are left out.
WaveOfScale mix_of(const Wave& shape, const Setting& setting);

struct Capacity {
  std::int64_t scale = 0;    // the largest that fits; 0: not even the smallest does
  std::optional<Wave> wave;  // at that scale
  std::optional<Price> price;
  std::optional<Wave> next_wave;    // one scale more: its price is above the budget; none where everything up to 2^40 rows fits
  std::optional<Price> next_price;  // with its terms

  // Busiest rows of all groups together, 0 where no wave fits.
  std::int64_t rows() const;
};

// Exact: the price at `scale` fits, the price at scale + 1 does not. `budget`: bytes. Throws UsageError where the smallest cannot be
// priced.
Capacity largest_wave(const WaveOfScale& wave_of, const Setting& setting, Policy policy, ProfileWidths widths, std::int64_t budget);

}  // namespace tracegate::price
