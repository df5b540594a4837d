// What tests of invariants share: a loop over random waves that prints the ones that break a rule.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/price/random_wave.h"

namespace tracegate::price {

inline std::vector<Policy> all_policies() { return {kPolicies.begin(), kPolicies.end()}; }

// `fault_of(wave, random)`: what is wrong, "" where the rule holds. Prints the first waves that break it.
template <typename FaultOf>
void holds(const Wanted& wanted, const FaultOf& fault_of) {
  constexpr int kShown = 3;
  int faults = 0;
  for (std::uint64_t seed = 0; seed < random_waves(); ++seed) {
    const RandomWave wave = random_wave(seed, wanted);
    Random random(~seed);
    const std::string fault = fault_of(wave, random);
    if (fault.empty()) continue;
    FAIL_CHECK(fault << "\n" << wave.text());
    if (++faults == kShown) return;
  }
}

// Where a price of `after` is below that of `before`.
inline std::string fall(const RandomWave& before, const RandomWave& after, const std::vector<Policy>& policies) {
  for (const Policy policy : policies) {
    const Price a = before.price(policy), b = after.price(policy);
    for (Amount Price::*const term : {&Price::plan_cost, &Price::admission, &Price::estimate}) {
      if (b.*term < a.*term) {
        return fmt::format("{} falls from {} to {}\n{}", name(policy), (a.*term).value(), (b.*term).value(), after.text());
      }
    }
  }
  return "";
}

// Every number of a price that does not name a group or a rank.
inline std::string numbers(const Price& price) {
  const Floor& floor = price.floor();
  std::string out = fmt::format("{} {} {} {}", static_cast<int>(price.floor_used), price.widths.gradient, price.widths.no_grad,
                                price.learned.value_or(-1));
  for (const Amount amount : {floor.retained(),          floor.workspace(),
                              floor.te_growth,         price.busiest.retained(),
                              price.busiest.workspace(), price.static_floor,
                              price.static_used,       price.no_grad_stage,
                              price.no_grad_te_growth, price.head,
                              price.gradient,          price.cold,
                              price.adapter_gradient,  price.adapter_gradient_flat,
                              price.plan_te_growth,    price.estimate_before_factor,
                              price.estimate,           price.admission_raw,
                              price.admission,         price.branch_raw,
                              price.plan_cost,         price.retained_estimate,
                              price.c_retained,        price.c_workspace,
                              price.increment,         price.ephemeral}) {
    out += fmt::format(" {}", amount.value());
  }
  return out;
}

// Where prices of two waves that should be alike are not.
inline std::string difference(const RandomWave& a, const RandomWave& b, const std::vector<Policy>& policies = all_policies()) {
  for (const Policy policy : policies) {
    const std::string first = numbers(a.price(policy)), second = numbers(b.price(policy));
    if (first != second) return fmt::format("{}: {}\n{}: {}\n{}", name(policy), first, name(policy), second, b.text());
  }
  return "";
}

// Adapter gradients of `later` per layout fall while boundaries grow, and its floor need not grow with either (counter_examples_test.cc).
inline bool frees_by_layout(const RandomWave& wave) {
  if (!wave.price(Policy::kLater).layout) return false;
  return std::any_of(wave.wave.groups.begin(), wave.wave.groups.end(), [](const Group& g) { return !g.pending_gradient_bytes.empty(); });
}

inline bool is_no_grad_only(const Wave& wave) {
  for (const Group& group : wave.groups) {
    if (group.gradient) return false;
  }
  return true;
}

}  // namespace tracegate::price
