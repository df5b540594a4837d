// What one gradient row takes of a rank, now and with a match.
#pragma once

#include <cstdint>
#include <optional>

#include "analyzer/price/geometry.h"
#include "analyzer/quote/wave_price.h"

namespace tracegate::analyzer {

// Bytes before outputs and the factor; boundaries and mixer are the same in both (docs/price.md, section 6).
struct RowPrice {
  std::int64_t now = 0;         // one input gradient a boundary
  std::int64_t if_matched = 0;  // the stage, residual and norm, one input gradient
  std::int64_t layers = 0;
};

// None where the policy's price without widths is not that of `today`, so that more than rows differs, where a size or the widths are not
// known, and where the bytes do not fit 64 bits.
std::optional<RowPrice> row_price(const price::Geometry& geometry, const GateOutcome& outcome);

}  // namespace tracegate::analyzer
