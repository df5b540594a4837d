#include "analyzer/price/split.h"

#include <algorithm>
#include <numeric>

#include "analyzer/price/factor.h"

namespace tracegate::price {
namespace {

// Children that train the same slots allocate their gradients once; others each their own.
Amount adapter_gradients(const std::vector<SplitChild>& children) {
  const SplitChild* first = nullptr;
  bool same = true;
  Amount sum, largest;
  for (const SplitChild& child : children) {
    if (child.adapter_gradient == Amount(0)) continue;
    if (first == nullptr) first = &child;
    same = same && child.trained_slots == first->trained_slots;
    sum += child.adapter_gradient;
    largest = std::max(largest, child.adapter_gradient);
  }
  return same ? largest : sum;
}

}  // namespace

Split split_requirement(const std::vector<SplitChild>& children, Policy policy, std::optional<Amount> learned_floor) {
  Split split;
  Amount estimates, ephemeral, gradients, workspace;
  bool gradient = false;
  for (const SplitChild& child : children) {
    estimates += child.retained_estimate;
    ephemeral = std::max(ephemeral, child.ephemeral);
    gradients += child.c_retained + child.gradient;
    workspace = std::max(workspace, child.c_workspace);
    gradient = gradient || child.gradient > Amount(0);
  }
  split.by_estimates = estimates + ephemeral;
  if (gradient) {
    Amount held = gradients + workspace;
    if (rules_of(policy).adapter_gradients) held += adapter_gradients(children);
    split.by_gradients = with_factor(held);
  }
  split.requirement = std::max(split.by_estimates, split.by_gradients);
  if (learned_floor) split.requirement = std::max(split.requirement, with_factor(*learned_floor));
  split.run_order.resize(children.size());
  std::iota(split.run_order.begin(), split.run_order.end(), std::size_t{0});
  std::stable_sort(split.run_order.begin(), split.run_order.end(), [&](std::size_t a, std::size_t b) {
    return children[a].ephemeral - children[a].increment > children[b].ephemeral - children[b].increment;
  });
  return split;
}

}  // namespace tracegate::price
