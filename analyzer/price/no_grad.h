// Waves without gradients: what replaces the static floor, and the no-grad stage (docs/price.md, section 3.7).
#pragma once

#include <optional>

#include "analyzer/price/basis.h"
#include "analyzer/price/sum.h"

namespace tracegate::price {

struct NoGrad {
  std::optional<Sum> replaced_static;  // takes the place of the static floor
  std::optional<Sum> stage;            // S_ng: beside the retained boundaries
  Amount te_growth;                    // added behind the last maximum
};

// `keep_share`: a wave of several groups keeps its share of the static floor where the policy has one, as every price but the lower bound
// of a child does (section 3.14). Throws Overflow.
NoGrad no_grad(const Basis& basis, Amount static_floor, bool keep_share);

}  // namespace tracegate::price
