// Where a rule of prices that looks natural does not hold: fixed waves, so that nobody relies on it.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "analyzer/price/factor.h"
#include "analyzer/price/lower_bound.h"
#include "analyzer/price/price.h"
#include "tests/price/models.h"
#include "tests/price/random_wave.h"

namespace tracegate::price {
namespace {

std::vector<RankLayout> layout_2b(std::int64_t retained_a_row) {
  return {{3100, 2950, 3100 * retained_a_row, 3}, {2900, 3050, 2900 * retained_a_row, 5}};
}

std::vector<RankLayout> attention_only(std::int64_t first, std::int64_t second) { return {{first, {}, 0, 0}, {second, {}, 0, 0}}; }

Wave training(const std::vector<RankLayout>& layout, std::int64_t tokens, std::int64_t head, std::int64_t pending) {
  Wave wave = wave_of({gradient(busiest(layout), layout)}, tokens, 0, head);
  wave.groups[0].pending_gradient_bytes.assign(24, pending);
  wave.groups[0].pending_gradient_bytes.push_back(0);
  return wave;
}

Wave observed(Wave wave) {
  wave.learned = Learned{{0.5, 100, 1}, {}, {}};
  return wave;
}

TEST_CASE("rules that do not hold") {
  const Setting stub_run = setting_of(stub()), run_2b = setting_of(hybrid_2b()), run_27b = setting_of(hybrid_27b());
  // A few rows without gradient that join a wave with layouts.
  const auto joined = [](const Geometry& geometry, std::int64_t retained_a_row, bool join) {
    Wave wave = wave_of({gradient(3100, layout_2b(retained_a_row))}, 6010);
    std::vector<RankLayout> few = attention_only(5, 5);
    if (geometry.has_gdn()) few[0].gdn_rows = few[1].gdn_rows = 5;
    if (join) wave.groups.push_back(no_grad(5, few));
    for (RankLayout& rank : wave.groups[0].layout) rank.gdn_states = 0;
    return wave;
  };
  struct Priced {
    Wave wave;
    std::int64_t plan_cost;
  };
  struct Row {
    std::string name;
    Setting setting;
    std::int64_t ranks;
    Policy policy;
    Priced before;
    Priced after;
  };
  const Row rows[] = {
      {"I1 a row more in one of two no-grad groups",
       stub_run,
       24,
       Policy::kTraced,
       {wave_of({no_grad(12000), no_grad(9000)}, 40000), 1441792000},
       {wave_of({no_grad(12000), no_grad(9001)}, 40000), 1441723346}},
      {"I2 with one token more",
       stub_run,
       24,
       Policy::kTraced,
       {wave_of({no_grad(12000), no_grad(9000)}, 40000), 1441792000},
       {wave_of({no_grad(12000), no_grad(9001)}, 40001), 1441759390}},
      {"I2 with two tokens more it holds",
       stub_run,
       24,
       Policy::kTraced,
       {wave_of({no_grad(12000), no_grad(9000)}, 40000), 1441792000},
       {wave_of({no_grad(12000), no_grad(9001)}, 40002), 1441795433}},
      {"I3 more GDN rows on one rank, with adapter gradients",
       run_2b,
       56,
       Policy::kLater,
       {training({{200, 50, 0, 0}, {10, 240, 0, 0}}, 210, 0, 2000000), 352955750},
       {training({{200, 60, 0, 0}, {10, 240, 0, 0}}, 210, 0, 2000000), 352415078}},
      {"I4 a second no-grad group",
       stub_run,
       24,
       Policy::kTraced,
       {wave_of({no_grad(12000)}, 40000), 2523136000},
       {wave_of({no_grad(12000), no_grad(9000)}, 40000), 1441792000}},
      {"I4 a no-grad group raises",
       run_2b,
       0,
       Policy::kToday,
       {joined(hybrid_2b(), 0, false), 842434560},
       {joined(hybrid_2b(), 0, true), 858992640}},
      {"I4 a no-grad group lowers: no layouts any more",
       run_2b,
       0,
       Policy::kToday,
       {joined(hybrid_2b(), 41216, false), 939051520},
       {joined(hybrid_2b(), 41216, true), 858992640}},
      {"I4 a no-grad group raises",
       run_2b,
       56,
       Policy::kTraced,
       {joined(hybrid_2b(), 0, false), 1269917088},
       {joined(hybrid_2b(), 0, true), 1295723968}},
      {"I4 a no-grad group lowers: no layouts any more",
       run_2b,
       56,
       Policy::kTraced,
       {joined(hybrid_2b(), 41216, false), 1375782848},
       {joined(hybrid_2b(), 41216, true), 1295723968}},
      {"I4 a no-grad group leaves the profile, and lowers",
       run_2b,
       56,
       Policy::kLater,
       {joined(hybrid_2b(), 0, false), 1099814918},
       {joined(hybrid_2b(), 0, true), 744343142}},
      {"I4 a no-grad group leaves the profile, and raises",
       run_27b,
       56,
       Policy::kLater,
       {joined(hybrid_27b(), 0, false), 3821507078},
       {joined(hybrid_27b(), 0, true), 4543600230}},
      {"I6 ranks change places in one group only",
       stub_run,
       24,
       Policy::kTraced,
       {wave_of({gradient(100, attention_only(100, 10)), gradient(100, attention_only(100, 10))}, 220), 243025728},
       {wave_of({gradient(100, attention_only(100, 10)), gradient(100, attention_only(10, 100))}, 220), 226805568}},
      {"I7 layouts with much that attention retains",
       run_2b,
       56,
       Policy::kTraced,
       {wave_of({gradient(3100, layout_2b(41216))}, 6000), 1375782848},
       {wave_of({gradient(3100)}, 6000), 1295723968}},
      {"I7 layouts of later",
       run_2b,
       56,
       Policy::kLater,
       {wave_of({gradient(3100, layout_2b(10304))}, 6000), 1105784838},
       {wave_of({gradient(3100)}, 6000), 744253030}},
      {"I14 an observation ends the cold transient",
       stub_run,
       24,
       Policy::kLater,
       {wave_of({gradient(67)}, 134), 97969766},
       {observed(wave_of({gradient(67)}, 134)), 24150016}},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    INFO(name(row.policy));
    const ProfileWidths widths = row.ranks == 0 ? ProfileWidths() : widths_of(row.policy, row.setting.geometry, row.ranks);
    for (const Priced& priced : {row.before, row.after}) {
      CHECK(price_wave(priced.wave, row.setting, row.policy, widths).plan_cost.value() == priced.plan_cost);
    }
  }
}

TEST_CASE("I3 a wider stage behind a head that hides it, with adapter gradients") {
  const Wave wave = training({{120, 130, 0, 0}, {150, 120, 0, 0}}, 270, 1'000'000'000, 1'400'000);
  const Setting setting = setting_of(hybrid_2b());
  CHECK(price_wave(wave, setting, Policy::kLater, widths_of(Policy::kLater, setting.geometry, 56)).plan_cost.value() == 1397458726);
  CHECK(price_wave(wave, setting, Policy::kLater, widths_of(Policy::kLater, setting.geometry, 1056)).plan_cost.value() == 1397370726);
}

TEST_CASE("I10 the plan cost of later can be above its admission") {
  const Price price = price_wave(wave_of({gradient(67, {{67, {}, 4096, 0}, {33, {}, 2048, 0}})}, 67, 274432), setting_of(stub()),
                                 Policy::kLater, widths_of(Policy::kLater, stub(), 24));
  CHECK(price.plan_cost.value() == 280876041);
  CHECK(price.admission.value() == 98573516);
}

TEST_CASE("I17 from where the factor of a double rounds up") {
  struct Row {
    std::int64_t bytes;
    std::int64_t with_factor;
  };
  const Row rows[] = {
      {(std::int64_t{1} << 48) - 1, 309622474381720},
      {511772684928468, 562949953421314},
      {511772684928469, 562949953421316},  // eleven tenths are ...315.9
      {std::int64_t{1} << 49, 619244948763443},
      {(std::int64_t{1} << 53) + 1, 9907919180215092},
  };
  for (const Row& row : rows) {
    INFO(row.bytes);
    CHECK(with_factor(Amount(row.bytes)).value() == row.with_factor);
  }
}

}  // namespace
}  // namespace tracegate::price
