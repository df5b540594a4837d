// Whole waves whose prices are known to the byte. `plan` is the plan cost; where a row gives an admission, it differs from the plan cost or
// is what the row is about.
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "analyzer/price/lower_bound.h"
#include "analyzer/price/price.h"
#include "tests/price/models.h"

namespace tracegate::price {
namespace {

// One entry a policy, in their order; none: not asked.
using Expected = std::vector<std::optional<std::int64_t>>;
constexpr std::nullopt_t kSkip = std::nullopt;

struct WaveRow {
  std::string name;
  Setting setting;
  std::int64_t ranks;  // the sum that decides P and N
  Wave wave;
  Expected plan;       // main, today, traced, later
  Expected admission;  // empty: not asked
};

Setting without_floor(Setting setting) {
  setting.checkpoint_conditions = false;
  return setting;
}

Setting warm(Setting setting) {
  setting.te_warm = true;
  return setting;
}

// Retained by attention at least, rank by rank.
std::vector<RankLayout> least(const Geometry& geometry, std::vector<RankLayout> layout) {
  for (RankLayout& rank : layout) rank.attention_retained_bytes = rank.attention_rows * least_retained_row(geometry).value();
  return layout;
}

std::vector<RankLayout> layout_2b() { return least(hybrid_2b(), {{3100, 2950, 0, 3}, {2900, 3050, 0, 5}}); }
std::vector<RankLayout> layout_stub() { return {{67, {}, 4096, 0}, {33, {}, 2048, 0}}; }

void check(const Expected& expected, const WaveRow& row, Amount Price::*term) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (!expected[i]) continue;
    const Policy policy = kPolicies[i];
    INFO(name(policy));
    const ProfileWidths widths = row.ranks == 0 ? ProfileWidths() : widths_of(policy, row.setting.geometry, row.ranks);
    CHECK((price_wave(row.wave, row.setting, policy, widths).*term).value() == *expected[i]);
  }
}

TEST_CASE("plan costs and admissions") {
  const Setting stub_run = setting_of(stub()), run_27b = setting_of(hybrid_27b()), run_2b = setting_of(hybrid_2b());
  const Wave mixed = wave_of({gradient(700), no_grad(900)}, 1600), small = wave_of({gradient(67), no_grad(16)}, 83, 83 * 4096);
  const WaveRow rows[] = {
      {"V9 static only",
       without_floor(setting_of(hybrid_27b(), 1)),
       0,
       wave_of({no_grad(32710)}, 32710, 393656320),
       {6328148992, kSkip, kSkip, kSkip},
       {}},
      {"V10 one no-grad group", stub_run, 24, wave_of({no_grad(12000)}, 40000), {2523136000, 2523136000, 2523136000, 1307716608}, {}},
      {"V11 two no-grad groups",
       stub_run,
       24,
       wave_of({no_grad(12000), no_grad(8000)}, 40000),
       {2523136000, 2523136000, 1513881600, 1307716608},
       {}},
      {"V14 to V16 mixed", stub_run, 24, small, {24812339, 29052108, 213308937, kSkip}, {25186304, 29426073, 213610812, kSkip}},
      {"V34 outputs twice",
       without_floor(setting_of(stub(), 4)),
       0,
       wave_of({no_grad(4)}, 16, std::int64_t{1} << 30),
       {2363241267, 2363241267, 2363241267, 2363241267},
       {}},
      {"V36 mixed", stub_run, 24, mixed, {268533760, 299622400, 480308928, 342353510}, {}},
      {"V37 the no-grad group sets the stage",
       stub_run,
       24,
       wave_of({gradient(300), no_grad(2000)}, 2300),
       {145080320, 145080320, 442937088, kSkip},
       {}},
      {"V38 one unsupported slot", stub_run, 0, mixed, {268533760, 299622400, 299622400, 342353510}, {}},
      {"V39 two no-grad groups of 27B",
       run_27b,
       56,
       wave_of({no_grad(9000), no_grad(7000)}, 32000),
       {5767168000, 5767168000, 3244032000, 2685691008},
       {}},
      {"V40 gradient, per layout",
       run_2b,
       56,
       wave_of({gradient(3100, layout_2b())}, 6000),
       {670433280, 842434560, 1270372928, 1105784838},
       {}},
      {"V41 the same without layouts", run_2b, 56, wave_of({gradient(3100)}, 6000), {kSkip, 858992640, 1295723968, 744253030}, {}},
      {"V42 no-grad, per layout", run_2b, 56, wave_of({no_grad(3100, layout_2b())}, 6000), {kSkip, kSkip, kSkip, 497037728}, {}},
      {"V43 plan cost of later",
       stub_run,
       24,
       wave_of({gradient(67, layout_stub())}, 67, 274432),
       {24451891, 27475148, 211659888, 280876041},
       {24753766, 27777024, 211961763, 98573516}},
      {"V44 the head wins",
       stub_run,
       24,
       wave_of({gradient(67, layout_stub())}, 67, 274432, 1000000000),
       {kSkip, kSkip, kSkip, 1371053516},
       {}},
      {"V45 cold", stub_run, 24, wave_of({no_grad(500)}, 1000), {kSkip, kSkip, kSkip, 231353408}, {}},
      {"V45 warm", warm(stub_run), 24, wave_of({no_grad(500)}, 1000), {kSkip, kSkip, kSkip, 46798400}, {}},
  };
  for (const WaveRow& row : rows) {
    INFO(row.name);
    check(row.plan, row, &Price::plan_cost);
    check(row.admission, row, &Price::admission);
  }
}

TEST_CASE("V12 a wide no-grad transient") {
  const Wave wave = wave_of({no_grad(12000), no_grad(8000)}, 40000);
  for (const Policy policy : {Policy::kTraced, Policy::kLater}) {
    INFO(name(policy));
    CHECK(price_wave(wave, setting_of(stub()), policy, {widths_of(policy, stub(), 24).gradient, 1000000, 0, 2}).plan_cost.value() == 13384555008);
  }
}

// What a wave's price is made of, for one policy.
TEST_CASE("terms of a price") {
  const Setting stub_run = setting_of(stub()), run_27b = setting_of(hybrid_27b()), run_2b = setting_of(hybrid_2b());
  Setting four_layers = stub_run;
  four_layers.geometry.decoder_layers = 4;
  const std::vector<RankLayout> two_sizes = {{100, {}, 0, 0}, {80, {}, 0, 0}};
  const std::vector<RankLayout> even = least(hybrid_27b(), {{17500, 17500, 0, 0}, {17500, 17500, 0, 0}});
  const Wave raw = wave_of({gradient(17500)}, 35000), raw_layout = wave_of({gradient(17500, even)}, 35000);
  const Wave small = wave_of({gradient(67), no_grad(16)}, 83, 83 * 4096);
  struct Row {
    std::string name;
    Setting setting;
    Wave wave;
    Policy policy;
    std::int64_t ranks;
    Amount (*term)(const Price&);
    std::int64_t expected;
  };
  constexpr auto kRetained = +[](const Price& price) { return price.floor().retained(); };
  constexpr auto kWorkspace = +[](const Price& price) { return price.floor().workspace(); };
  constexpr auto kGradient = +[](const Price& price) { return price.gradient; };
  constexpr auto kCore = +[](const Price& price) { return price.branch_raw; };
  constexpr auto kPlanWorkspace = +[](const Price& price) { return price.c_workspace; };
  constexpr auto kRank1 = +[](const Price& price) { return price.layout->ranks[1].retained; };
  const Row rows[] = {
      {"V13 no-grad, retained", stub_run, wave_of({no_grad(500)}, 500), Policy::kTraced, 24, kRetained, 0},
      {"V13 no-grad, workspace", stub_run, wave_of({no_grad(500)}, 500), Policy::kTraced, 24, kWorkspace, 213905280},
      {"V13 no-grad, today", stub_run, wave_of({no_grad(500)}, 500), Policy::kToday, 0, kWorkspace, 8192000},
      {"V14 gradient", stub_run, small, Policy::kTraced, 24, kGradient, 274432},
      {"V14 retained", stub_run, small, Policy::kTraced, 24, kRetained, 10977280},
      {"V14 workspace", stub_run, small, Policy::kTraced, 24, kWorkspace, 182260000},
      {"V15 gradient", stub_run, small, Policy::kToday, 0, kGradient, 10977280},
      {"V15 workspace", stub_run, small, Policy::kToday, 0, kWorkspace, 4116480},
      {"V16 workspace", stub_run, small, Policy::kMain, 0, kWorkspace, 262144},
      {"V18 retained", four_layers, wave_of({gradient(100, two_sizes)}, 180), Policy::kTraced, 24, kRetained, 1638400},
      {"V18 workspace", four_layers, wave_of({gradient(100, two_sizes)}, 180), Policy::kTraced, 24, kWorkspace, 187345280},
      {"V18 today", four_layers, wave_of({gradient(100, two_sizes)}, 180), Policy::kToday, 0, kWorkspace, 4096000},
      {"V19 the larger rank", setting_of(hybrid_35b()), wave_of({gradient(52480, {{52480, 48194, 0, 0}, {44314, 48600, 0, 0}})}, 96794),
       Policy::kToday, 0, kRetained, 8247214080},
      {"V19 the other", setting_of(hybrid_35b()), wave_of({gradient(52480, {{52480, 48194, 0, 0}, {44314, 48600, 0, 0}})}, 96794),
       Policy::kToday, 0, kRank1, 7611514880},
      {"V33 main", run_27b, raw_layout, Policy::kMain, 0, kCore, 22937600000},
      {"V33 today per layout", run_27b, raw_layout, Policy::kToday, 0, kCore, 25482240000},
      {"V33 traced per layout", run_27b, raw_layout, Policy::kTraced, 112, kCore, 22647297280},
      {"V33 traced over busiest rows", run_27b, raw, Policy::kTraced, 112, kCore, 22790657280},
      {"V33 later", run_27b, raw_layout, Policy::kLater, 112, kCore, 19103526144},
      {"V36 retained", stub_run, wave_of({gradient(700), no_grad(900)}, 1600), Policy::kTraced, 24, kRetained, 114688000},
      {"V36 workspace", stub_run, wave_of({gradient(700), no_grad(900)}, 1600), Policy::kTraced, 24, kWorkspace, 319089280},
      {"V36 gradient", stub_run, wave_of({gradient(700), no_grad(900)}, 1600), Policy::kTraced, 24, kGradient, 2867200},
      {"V40 retained", run_2b, wave_of({gradient(3100, layout_2b())}, 6000), Policy::kTraced, 56, kRetained, 297369600},
      {"V40 workspace", run_2b, wave_of({gradient(3100, layout_2b())}, 6000), Policy::kTraced, 56, kWorkspace, 844817280},
      {"V42 workspace", run_2b, wave_of({no_grad(3100, layout_2b())}, 6000), Policy::kLater, 56, kWorkspace, 284075200},
      {"V43 workspace", stub_run, wave_of({gradient(67, layout_stub())}, 67, 274432), Policy::kLater, 24, kPlanWorkspace, 243815712},
      {"V44 workspace", stub_run, wave_of({gradient(67, layout_stub())}, 67, 274432, 1000000000), Policy::kLater, 24, kPlanWorkspace,
       1000000000 + 167777280 + 67108864},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const ProfileWidths widths = row.ranks == 0 ? ProfileWidths() : widths_of(row.policy, row.setting.geometry, row.ranks);
    CHECK(row.term(price_wave(row.wave, row.setting, row.policy, widths)).value() == row.expected);
  }
}

TEST_CASE("V17 outside the profile's topology") {
  for (const std::int64_t cp : {1, 4}) {
    INFO(cp);
    const Price price = price_wave(wave_of({gradient(67), no_grad(16)}, 83, 83 * 4096), setting_of(stub(), cp), Policy::kTraced,
                                   widths_of(Policy::kTraced, stub(), 24));
    CHECK_FALSE(price.uses_profile_widths);
    CHECK(price.widths.gradient == 0);
    CHECK(price.widths.no_grad == 0);
    CHECK(price.gradient.value() == 10977280);
  }
}

}  // namespace
}  // namespace tracegate::price
