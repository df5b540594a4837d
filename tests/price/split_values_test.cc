// Splits, their lower bounds and adapter gradients, to the byte (docs/price.md, sections 3.13 to 3.15).
#include <doctest/doctest.h>

#include <numeric>
#include <string>
#include <vector>

#include "analyzer/price/adapter_gradient.h"
#include "analyzer/price/lower_bound.h"
#include "analyzer/price/split.h"
#include "tests/price/models.h"

namespace tracegate::price {
namespace {

ProfileWidths traced() { return widths_of(Policy::kTraced, stub(), 24); }

SplitChild child_of(const Price& price, std::vector<std::string> slots = {}) {
  return {price.retained_estimate, price.ephemeral, price.increment,        price.c_retained,
          price.c_workspace,       price.gradient,  price.adapter_gradient, std::move(slots)};
}

TEST_CASE("V48 two gradient children") {
  const Setting setting = setting_of(stub());
  const Price larger = price_wave(wave_of({gradient(4000)}, 8000, 8000 * 4096), setting, Policy::kTraced, traced());
  const Price smaller = price_wave(wave_of({gradient(3000)}, 6000, 6000 * 4096), setting, Policy::kTraced, traced());
  CHECK(larger.plan_cost.value() == 1928644608);
  CHECK(smaller.plan_cost.value() == 1492622208);
  const Split split = split_requirement({child_of(smaller), child_of(larger)}, Policy::kTraced);
  CHECK(split.by_estimates.value() == 3421266816);
  CHECK(split.by_gradients.value() == 2491844608);
  CHECK(split.requirement.value() == 3421266816);
  CHECK(split_requirement({child_of(larger)}, Policy::kTraced, 4000000000).requirement.value() == 4400000000);
}

TEST_CASE("a split's parts") {
  // retained, ephemeral, increment, O + retained, workspace, gradient, adapter gradients, slots
  const SplitChild a{100, 30, 10, 90, 25, 7, 5, {"lora:a"}}, b{200, 60, 50, 180, 20, 9, 8, {"lora:b"}}, still{50, 12, 0, 40, 12, 0, 0, {}};
  struct Row {
    std::string name;
    std::vector<SplitChild> children;
    Policy policy;
    std::int64_t by_estimates;
    std::int64_t by_gradients;
    std::vector<std::size_t> order;
  };
  SplitChild also_a = b;
  also_a.trained_slots = {"lora:a"};
  const Row rows[] = {
      {"no gradient", {still, still}, Policy::kTraced, 112, 0, {0, 1}},
      {"gradients", {a, b}, Policy::kTraced, 360, 342, {0, 1}},
      {"another order", {b, still, a}, Policy::kTraced, 410, 386, {2, 1, 0}},
      {"later, other slots", {a, b}, Policy::kLater, 360, 356, {0, 1}},
      {"later, the same slots", {a, also_a}, Policy::kLater, 360, 350, {0, 1}},
      {"later, one without", {a, still, also_a}, Policy::kLater, 410, 394, {0, 1, 2}},
      {"no child", {}, Policy::kTraced, 0, 0, {}},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const Split split = split_requirement(row.children, row.policy);
    CHECK(split.by_estimates.value() == row.by_estimates);
    CHECK(split.by_gradients.value() == row.by_gradients);
    CHECK(split.run_order == row.order);
  }
}

TEST_CASE("equal children run in their order") {
  const Split split = split_requirement(std::vector<SplitChild>(40), Policy::kTraced);
  std::vector<std::size_t> order(40);
  std::iota(order.begin(), order.end(), std::size_t{0});
  CHECK(split.run_order == order);
}

TEST_CASE("V49 the share of the static floor in a lower bound") {
  const Setting setting = setting_of(stub());
  BoundWave child;
  child.groups = {{40000, false, "", {}}, {400, false, "", {}}};
  child.logical_tokens = 40400;
  CHECK(price_wave(wave_of({no_grad(20000), no_grad(400)}, 40400), setting, Policy::kTraced, traced()).plan_cost.value() == 2498399372);
  CHECK(lower_bound(child, setting, Policy::kTraced, traced()).plan_cost.value() == 2214187008);
  CHECK(lower_bound(child, setting, Policy::kTraced, traced(), true).plan_cost.value() == 2523136000);
}

TEST_CASE("lower bounds of children") {
  const Setting without_layouts = [] {
    Setting setting = setting_of(stub());
    setting.layout_support = false;
    return setting;
  }();
  struct Row {
    std::string name;
    Setting setting;
    std::int64_t ranks;
    std::vector<BoundGroup> groups;
    std::int64_t output_bytes;
    std::int64_t bound;
    Wave real;  // one packing of the same requests
    std::int64_t exact;
  };
  const Row rows[] = {
      {"V48, the larger child, spread evenly",
       without_layouts,
       24,
       {{8000, true, "", {}}},
       8000 * 4096,
       1928644608,
       wave_of({gradient(4000)}, 8000, 8000 * 4096),
       1928644608},
      {"V48, the smaller child",
       without_layouts,
       24,
       {{6000, true, "", {}}},
       6000 * 4096,
       1492622208,
       wave_of({gradient(3000)}, 6000, 6000 * 4096),
       1492622208},
      {"a second group on one rank",
       without_layouts,
       24,
       {{8000, true, "", {}}, {400, true, "", {}}},
       0,
       1911523328,
       wave_of({gradient(4000), gradient(400)}, 8400),
       1948469248},
      {"without gradient",
       without_layouts,
       24,
       {{8000, false, "", {}}, {400, false, "", {}}},
       0,
       590481408,
       wave_of({no_grad(4000), no_grad(400)}, 8400),
       590481408},
      {"mixed",
       without_layouts,
       24,
       {{8000, true, "", {}}, {400, false, "", {}}},
       0,
       1874577408,
       wave_of({gradient(4000), no_grad(400)}, 8400),
       1874577408},
      {"the least layout",
       setting_of(hybrid_2b()),
       56,
       {{6000, true, "", {}}},
       0,
       1259879808,
       wave_of({gradient(3100, {{3100, 2950, 3100 * 10304, 3}, {2900, 3050, 2900 * 10304, 5}})}, 6000),
       1270372928},
      {"an odd length, rounded down in its layout",
       setting_of(hybrid_2b()),
       56,
       {{6001, true, "", {}}},
       0,
       1259884313,
       wave_of({gradient(3101, {{3101, 2950, 3101 * 10304, 3}, {2900, 3051, 2900 * 10304, 5}})}, 6001),
       1270671740},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const ProfileWidths widths = widths_of(Policy::kTraced, row.setting.geometry, row.ranks);
    BoundWave child;
    child.groups = row.groups;
    child.logical_tokens = row.real.logical_tokens;
    child.output_bytes = row.output_bytes;
    CHECK(lower_bound(child, row.setting, Policy::kTraced, widths).plan_cost.value() == row.bound);
    CHECK(price_wave(row.real, row.setting, Policy::kTraced, widths).plan_cost.value() == row.exact);
  }
}

TEST_CASE("V46 adapter gradients") {
  std::vector<std::int64_t> pending(40, 8000000);
  pending.push_back(3000000);
  const Setting setting = setting_of(stub());
  const auto with_rows = [&](std::int64_t rows, std::vector<RankLayout> layout) {
    Wave wave = wave_of({gradient(rows, std::move(layout))}, 140);
    wave.groups[0].pending_gradient_bytes = pending;
    return wave;
  };
  CHECK(adapter_gradient(with_rows(100, {}), setting).value() == 307025600);
  CHECK(adapter_gradient(with_rows(40, {}), setting).value() == 316610240);
  const Price price =
      price_wave(with_rows(100, {{100, {}, 0, 0}, {40, {}, 0, 0}}), setting, Policy::kLater, widths_of(Policy::kLater, stub(), 24));
  CHECK(price.adapter_gradient.value() == 307025600);
  CHECK(price.adapter_gradient_flat.value() == 307025600);
}

}  // namespace
}  // namespace tracegate::price
