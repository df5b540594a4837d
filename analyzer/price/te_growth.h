// What a first call costs: Transformer Engine's workspaces, and the cold transient of the later policy (docs/price.md, section 3.8).
#pragma once

#include "analyzer/price/wave.h"
#include "ir/amount.h"

namespace tracegate::price {

// C: five workspaces of 32 MiB and 1 KiB each.
inline constexpr std::int64_t kTeGrowthBytes = 5 * ((std::int64_t{32} << 20) + 1024);
inline constexpr std::int64_t kColdTransientBytes = std::int64_t{64} << 20;

// 0 where the workspaces are there already.
inline Amount te_growth(const Setting& setting) { return setting.te_warm ? 0 : kTeGrowthBytes; }

// The later policy's cost of a first gradient wave: at one tensor-parallel rank, where boundaries are kept and nothing was learned.
inline Amount cold_transient(const Wave& wave, Amount retained) { return retained > Amount(0) && !wave.learned ? kColdTransientBytes : 0; }

}  // namespace tracegate::price
