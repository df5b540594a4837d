// The largest waves that fit a budget, by each policy that is asked for (docs/price.md, section 8).
#pragma once

#include <string>
#include <vector>

#include "analyzer/price/capacity.h"
#include "analyzer/quote/wave_price.h"

namespace tracegate::analyzer {

struct CapacityRow {
  price::Policy policy = price::Policy::kMain;
  std::string wave;  // gradient, no-grad, mix
  price::Capacity capacity;
  std::string binds;    // the branch and the largest term of the first wave that does not fit
  std::string refusal;  // why there is no price
};

struct WaveCapacity {
  std::int64_t budget = 0;
  std::vector<CapacityRow> rows;
};

// `question.wave`: the shape of the mix; without groups there is no mix. `question.budget` is needed. Throws UsageError.
WaveCapacity capacities(const PriceQuestion& question, const std::vector<ProfileStanding>& standings);

}  // namespace tracegate::analyzer
