// What holds for every wave (docs/price.md, section 6): prices that grow, stay equal, or keep an order between two ways to price.
#include <algorithm>
#include <numeric>
#include <utility>

#include "analyzer/price/factor.h"
#include "tests/price/invariants.h"
#include "tests/price/models.h"

namespace tracegate::price {
namespace {

const std::vector<Policy> kNotLater = {Policy::kMain, Policy::kToday, Policy::kTraced};

Group& any_group(Wave& wave, Random& random) {
  return wave.groups[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(wave.groups.size()) - 1))];
}

std::int64_t all_rows(const Wave& wave) {
  return std::accumulate(wave.groups.begin(), wave.groups.end(), std::int64_t{0},
                         [](std::int64_t sum, const Group& g) { return sum + g.rows; });
}

TEST_CASE("I1 a price does not fall when a group grows") {
  holds({}, [](const RandomWave& before, Random& random) {
    RandomWave after = before;
    any_group(after.wave, random).rows += random.size(1, 50'000);
    // The share of the static floor falls when another group grows.
    const bool shares = is_no_grad_only(before.wave) && before.wave.groups.size() > 1;
    const std::vector<Policy> without_traced = {Policy::kMain, Policy::kToday, Policy::kLater};
    return fall(before, after, shares ? without_traced : all_policies());
  });
}

TEST_CASE("I2 a price does not fall when a group and the wave grow together") {
  holds({}, [](const RandomWave& before, Random& random) {
    RandomWave after = before;
    const std::int64_t rows = random.size(1, 50'000);
    any_group(after.wave, random).rows += rows;
    after.wave.packed_tokens += ceil_div(Amount(before.wave.packed_tokens) * rows, all_rows(before.wave)).value();
    return fall(before, after, all_policies());
  });
}

TEST_CASE("I3 a price does not fall when one number grows") {
  holds({}, [](const RandomWave& before, Random& random) {
    RandomWave after = before;
    const std::int64_t more = random.size(1, std::int64_t{1} << 32);
    switch (random.between(0, 4)) {
      case 0:
        after.wave.packed_tokens += more >> 14;
        break;
      case 1:
        after.wave.output_bytes += more;
        break;
      case 2:
        after.wave.head_bytes += more;
        break;
      case 3:
        after.wave.segments += more >> 20;
        break;
      default:
        if (before.ranks != 0) after.ranks += more >> 20;
    }
    const bool wider = after.ranks != before.ranks;
    return fall(before, after, wider && frees_by_layout(before) ? kNotLater : all_policies());
  });
}

TEST_CASE("I3 a price does not fall when one width grows") {
  holds({.covered = true}, [](const RandomWave& wave, Random& random) -> std::string {
    for (const Policy policy : {Policy::kTraced, Policy::kLater}) {
      if (policy == Policy::kLater && frees_by_layout(wave)) continue;
      const ProfileWidths widths = wave.widths(policy);
      const std::int64_t more = random.size(1, 1'000'000);
      ProfileWidths gradient = widths, no_grad = widths;
      gradient.gradient += more;
      no_grad.no_grad += more;
      for (const ProfileWidths wider : {gradient, no_grad}) {
        const Price before = wave.price(policy), after = price_wave(wave.wave, wave.setting, policy, wider);
        if (after.plan_cost < before.plan_cost || after.admission < before.admission) return fmt::format("{} {}", name(policy), more);
      }
    }
    return "";
  });
}

TEST_CASE("I3 a price does not fall when one number of a layout grows") {
  holds({}, [](const RandomWave& before, Random& random) -> std::string {
    if (!before.wave.has_layouts()) return "";
    RandomWave after = before;
    std::vector<RankLayout>& layout = any_group(after.wave, random).layout;
    RankLayout& rank = layout[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(layout.size()) - 1))];
    const std::int64_t more = random.size(1, 50'000);
    switch (random.between(0, 3)) {
      case 0:
        rank.attention_rows += more;
        break;
      case 1:
        rank.attention_retained_bytes += more * 10'000;
        break;
      case 2:
        rank.gdn_states += more;
        break;
      default:
        if (rank.gdn_rows) *rank.gdn_rows += more;
    }
    return fall(before, after, frees_by_layout(before) ? kNotLater : all_policies());
  });
}

// Nor one of today, which without layouts has no floor to lose.
TEST_CASE("I4 a price of main does not fall when a group joins") {
  holds({}, [](const RandomWave& before, Random& random) {
    RandomWave after = before;
    Group group = before.wave.groups[0];
    group.gradient = random.chance(50);
    group.rows = random.size(1, 50'000);
    after.wave.groups.push_back(group);
    const std::vector<Policy> both = {Policy::kMain, Policy::kToday}, main = {Policy::kMain};
    return fall(before, after, before.wave.has_layouts() ? main : both);
  });
}

TEST_CASE("I5 the order of groups does not matter") {
  holds({}, [](const RandomWave& before, Random& random) {
    RandomWave after = before;
    for (std::size_t i = after.wave.groups.size(); i > 1; --i) {
      std::swap(after.wave.groups[i - 1], after.wave.groups[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(i) - 1))]);
    }
    return difference(before, after);
  });
}

TEST_CASE("I6 the order of ranks does not matter") {
  holds({}, [](const RandomWave& before, Random&) {
    RandomWave after = before;
    for (Group& group : after.wave.groups) std::reverse(group.layout.begin(), group.layout.end());
    return difference(before, after);
  });
}

TEST_CASE("I7 layouts do not raise a price while attention retains the least") {
  holds({}, [](const RandomWave& wave, Random&) {
    RandomWave with = wave, without = wave;
    const std::int64_t least = least_retained_row(wave.setting.geometry).value();
    for (Group& group : with.wave.groups) {
      for (RankLayout& rank : group.layout) rank.attention_retained_bytes = rank.attention_rows * least;
    }
    for (Group& group : without.wave.groups) group.layout.clear();
    return fall(with, without, {Policy::kToday, Policy::kTraced});
  });
}

TEST_CASE("I9 traced is not below today for one no-grad group") {
  holds({.groups = Wanted::Groups::kNoGrad, .most_groups = 1}, [](const RandomWave& wave, Random&) -> std::string {
    const Price today = wave.price(Policy::kToday), traced = wave.price(Policy::kTraced);
    if (traced.plan_cost >= today.plan_cost && traced.admission >= today.admission) return "";
    return fmt::format("{} below {}", traced.plan_cost.value(), today.plan_cost.value());
  });
}

TEST_CASE("I10 a plan cost is not above the admission") {
  holds({}, [](const RandomWave& wave, Random&) -> std::string {
    for (const Policy policy : kNotLater) {
      const Price price = wave.price(policy);
      if (price.plan_cost > price.admission)
        return fmt::format("{}: {} above {}", name(policy), price.plan_cost.value(), price.admission.value());
    }
    return "";
  });
}

TEST_CASE("I12 a slot that is not supported gives the price of today, or of main and what later adds") {
  holds({}, [](const RandomWave& wave, Random&) -> std::string {
    RandomWave unsupported = wave;
    unsupported.ranks = 0;
    const Price traced = unsupported.price(Policy::kTraced), today = wave.price(Policy::kToday);
    if (numbers(traced) != numbers(today)) return fmt::format("traced: {}\ntoday: {}", numbers(traced), numbers(today));
    const Price later = unsupported.price(Policy::kLater), main = wave.price(Policy::kMain);
    if (main.gradient == Amount(0)) return "";
    const Amount added = later.cold + later.adapter_gradient;
    if (later.branch_raw == main.branch_raw + added) return "";
    return fmt::format("later {}, main {} and {}", later.branch_raw.value(), main.branch_raw.value(), added.value());
  });
}

TEST_CASE("I13 warm is not above cold, and the difference is what is warm") {
  holds({}, [](const RandomWave& wave, Random&) -> std::string {
    RandomWave warm = wave, cold = wave;
    warm.setting.te_warm = true;
    cold.setting.te_warm = false;
    constexpr std::int64_t kMost = 184'555'008 + 1;
    for (const Policy policy : kPolicies) {
      const Price less = warm.price(policy), more = cold.price(policy);
      for (Amount Price::*const term : {&Price::plan_cost, &Price::admission}) {
        const std::int64_t difference = (more.*term - less.*term).value();
        if (difference < 0 || difference > kMost) return fmt::format("{}: {}", name(policy), difference);
      }
    }
    return "";
  });
}

TEST_CASE("I14 a learned profile does not lower a price") {
  holds({}, [](const RandomWave& with, Random&) {
    RandomWave without = with;
    without.wave.learned.reset();
    return fall(without, with, kNotLater);
  });
}

TEST_CASE("I16 the names of slots do not matter, the widths do") {
  holds({}, [](const RandomWave& before, Random&) {
    RandomWave after = before;
    for (Group& group : after.wave.groups) group.slot = "lora:other";
    return difference(before, after);
  });
}

TEST_CASE("I17 the factor is eleven tenths, rounded down") {
  Random random(17);
  for (std::uint64_t i = 0; i < random_waves(); ++i) {
    const std::int64_t bytes = random.size(0, (std::int64_t{1} << 48) - 1);
    INFO(bytes);
    REQUIRE(with_factor(Amount(bytes)).value() == bytes * 11 / 10);
  }
}

TEST_CASE("I19 a wave without tokens costs its outputs") {
  holds({}, [](const RandomWave& wave, Random&) -> std::string {
    RandomWave empty = wave;
    empty.wave.packed_tokens = 0;
    for (const Policy policy : kPolicies) {
      const Price price = empty.price(policy);
      for (const Amount amount : {price.plan_cost, price.admission, price.estimate, price.retained_estimate}) {
        if (amount != Amount(wave.wave.output_bytes)) return fmt::format("{}: {}", name(policy), amount.value());
      }
    }
    return "";
  });
}

}  // namespace
}  // namespace tracegate::price
