// Waves without gradients: what replaces the static floor, and the later policy's no-grad stage (docs/price.md, section 3.7).
#pragma once

#include <optional>

#include "analyzer/price/policy.h"
#include "analyzer/price/wave.h"
#include "ir/amount.h"

namespace tracegate::price {

struct NoGrad {
  std::optional<Amount> replaced_static;  // takes the place of the static floor
  Amount stage;                           // S_ng: beside the retained boundaries
  Amount te_growth;                       // added behind the last maximum
};

// `keep_share`: a traced wave of several groups keeps its share of the static floor, as every price but the lower bound of a child does
// (section 3.14). Throws Overflow.
NoGrad no_grad(const Wave& wave, const Setting& setting, Policy policy, bool covered, ProfileWidths widths, Amount static_floor,
               bool keep_share);

}  // namespace tracegate::price
