// I11: a lower bound is not above the price of any packing of the same requests.
#include <algorithm>

#include "tests/price/invariants.h"
#include "tests/price/models.h"

namespace tracegate::price {
namespace {

struct Packing {
  BoundWave child;
  RandomWave real;
};

// A packing of `wave`'s groups that shares less, beside the child that its full sharing gives.
Packing packing_of(const RandomWave& wave, Random& random) {
  Packing out;
  out.real = wave;
  Wave& real = out.real.wave;
  BoundWave& child = out.child;
  child.logical_tokens = real.logical_tokens;
  child.output_bytes = real.output_bytes;
  child.head_bytes = random.chance(50) ? real.head_bytes : real.head_bytes / 2;
  child.packed_pricing = real.packed_pricing;
  child.learned = real.learned;
  real.packed_tokens = 0;
  for (Group& group : real.groups) {
    const std::int64_t length = random.size(1, 120'000);
    child.groups.push_back({length, group.gradient, group.slot, group.pending_gradient_bytes});
    const std::int64_t packed = random.chance(40) ? length : length + random.size(0, length);
    group.layout = random_layout(random, wave.setting.geometry, wave.setting.cp, packed);
    group.rows = busiest(group.layout);
    real.packed_tokens += packed;
  }
  child.unshared_tokens = real.packed_tokens + random.size(0, 10'000);
  return out;
}

TEST_CASE("I11 a lower bound is not above a packing") {
  holds({}, [](const RandomWave& wave, Random& random) -> std::string {
    const Packing packing = packing_of(wave, random);
    for (const Policy policy : kPolicies) {
      const Price bound = lower_bound(packing.child, wave.setting, policy, wave.widths(policy)), real = packing.real.price(policy);
      if (bound.plan_cost > real.plan_cost) {
        std::string lengths;
        for (const BoundGroup& group : packing.child.groups) lengths += fmt::format(" {}", group.length);
        return fmt::format("{}: {} above {}, lengths{} head {}\n{}", name(policy), bound.plan_cost.value(), real.plan_cost.value(), lengths,
                           packing.child.head_bytes, packing.real.text());
      }
    }
    return "";
  });
}

}  // namespace
}  // namespace tracegate::price
