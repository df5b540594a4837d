// The largest waves that fit a budget, by each policy that is asked for (docs/price.md, section 8).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/price/capacity.h"
#include "analyzer/quote/wave_price.h"

namespace tracegate::analyzer {

enum class WaveFamily : std::uint8_t { kGradient, kNoGrad, kMix };

// "no-grad"; the words are part of the report's schema.
std::string_view name(WaveFamily family);

struct CapacityRow {
  price::Policy policy = price::Policy::kMain;
  WaveFamily family = WaveFamily::kGradient;
  price::Capacity capacity;
  std::string binds;    // the branch and the largest term of the first wave that does not fit
  std::string refusal;  // why there is no price
};

struct WaveCapacity {
  std::int64_t budget = 0;
  std::vector<CapacityRow> rows;
};

// `question.wave`: the shape of the mix; without groups there is no mix. `question.budget` is needed. Throws UsageError.
WaveCapacity capacities(const PriceQuestion& question, const std::vector<GateOutcome>& outcomes);

}  // namespace tracegate::analyzer
