// What one call needs that runs as several sequential children whose graphs all stay (docs/price.md, section 3.13). Bytes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/price/policy.h"
#include "ir/amount.h"

namespace tracegate::price {

// The cost record of one child, as section 3.11 gives it.
struct SplitChild {
  Amount retained_estimate;
  Amount ephemeral;
  Amount increment;
  Amount c_retained;
  Amount c_workspace;
  Amount gradient;
  Amount adapter_gradient;
  std::vector<std::string> trained_slots;  // sorted
};

struct Split {
  Amount by_estimates;  // A
  Amount by_gradients;  // B; 0 where no child has a gradient
  Amount requirement;
  std::vector<std::size_t> run_order;  // positions
};

// `learned_floor`: bytes that such splits were seen to take. Throws Overflow.
Split split_requirement(const std::vector<SplitChild>& children, Policy policy, std::optional<Amount> learned_floor = std::nullopt);

}  // namespace tracegate::price
