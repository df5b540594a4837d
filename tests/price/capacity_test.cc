// The largest wave that fits: exact, never smaller with a larger budget, and nothing fits into nothing.
#include "analyzer/price/capacity.h"
#include "tests/price/invariants.h"

namespace tracegate::price {
namespace {

// The family that a random wave gives: its own mix, or one group.
WaveOfScale family_of(const RandomWave& wave, Random& random) {
  if (random.chance(50)) return mix_of(wave.wave, wave.setting);
  return one_group(random.chance(50), wave.setting);
}

TEST_CASE("the largest wave fits, and one row more does not") {
  for (const Policy policy : all_policies()) {
    holds({}, [&](const RandomWave& wave, Random& random) -> std::string {
      if (wave.wave.groups.empty()) return "";
      const WaveOfScale family = family_of(wave, random);
      const std::int64_t budget = random.size(1, std::int64_t{1} << 42);
      const Capacity capacity = largest_wave(family, wave.setting, policy, wave.widths(policy), budget);
      if (capacity.scale > 0 && capacity.price->plan_cost > Amount(budget))
        return fmt::format("scale {} does not fit {}", capacity.scale, budget);
      if (capacity.next_price && capacity.next_price->plan_cost <= Amount(budget))
        return fmt::format("scale {} fits {} too", capacity.scale + 1, budget);
      const std::int64_t more = budget + random.size(1, std::int64_t{1} << 40);
      const Capacity larger = largest_wave(family, wave.setting, policy, wave.widths(policy), more);
      if (larger.scale < capacity.scale) return fmt::format("scale {} within {}, {} within {}", capacity.scale, budget, larger.scale, more);
      // Everything below fits as well: the search has not jumped over a wave that does not.
      const std::int64_t below = random.between(1, std::max<std::int64_t>(1, capacity.scale));
      if (capacity.scale == 0) return "";
      const Price price = price_wave(family(below), wave.setting, policy, wave.widths(policy));
      return price.plan_cost <= Amount(budget) ? "" : fmt::format("scale {} fits {}, scale {} does not", capacity.scale, budget, below);
    });
  }
}

TEST_CASE("nothing fits into nothing") {
  RandomWave wave = random_wave(1, {.plain = true});
  const Capacity capacity = largest_wave(one_group(true, wave.setting), wave.setting, Policy::kToday, {}, 1);
  CHECK(capacity.scale == 0);
  CHECK_FALSE(capacity.wave);
  CHECK(capacity.next_price);
}

TEST_CASE("a mix keeps its proportions") {
  struct Row {
    std::int64_t scale;
    std::vector<std::int64_t> rows;
    std::int64_t tokens;
    std::int64_t outputs;
  };
  Wave shape;
  shape.groups.resize(2);
  shape.groups[0].rows = 300;
  shape.groups[0].gradient = true;
  shape.groups[1].rows = 100;
  shape.packed_tokens = 800;
  shape.output_bytes = 4000;
  Setting setting;
  setting.cp = 2;
  const WaveOfScale mix = mix_of(shape, setting);
  const Row rows[] = {{400, {300, 100}, 800, 4000},
                      {40, {30, 10}, 80, 400},
                      {1, {1, 1}, 4, 10},
                      {401, {300, 100}, 800, 4010},
                      {402, {301, 100}, 802, 4020}};
  for (const Row& row : rows) {
    INFO(row.scale);
    const Wave wave = mix(row.scale);
    std::vector<std::int64_t> found;
    for (const Group& group : wave.groups) found.push_back(group.rows);
    CHECK(found == row.rows);
    CHECK(wave.packed_tokens == row.tokens);
    CHECK(wave.output_bytes == row.outputs);
  }
}

}  // namespace
}  // namespace tracegate::price
