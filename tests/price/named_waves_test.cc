// Waves named by what they are about. Slots appear as the widths that the gate gives for them: the largest over the constructor's adapters
// and each named slot, or none where one slot is not supported.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "analyzer/price/price.h"
#include "tests/price/models.h"

namespace tracegate::price {
namespace {

struct Row {
  std::string name;
  Setting setting;
  std::int64_t ranks;  // the sum that decides P and N; 0: the gate is not matched
  Policy policy;
  Wave wave;
  std::int64_t retained;
  std::int64_t workspace;
  std::int64_t gradient;
  std::int64_t plan_cost;
  std::int64_t admission;
};

Wave with_slots(Wave wave, std::vector<std::string> slots) {
  for (std::size_t i = 0; i < slots.size(); ++i) wave.groups[i].slot = slots[i];
  return wave;
}

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    INFO(row.name);
    INFO(name(row.policy));
    const ProfileWidths widths = row.ranks == 0 ? ProfileWidths() : widths_of(row.policy, row.setting.geometry, row.ranks);
    const Price price = price_wave(row.wave, row.setting, row.policy, widths);
    CHECK(price.floor().retained().value() == row.retained);
    CHECK(price.floor().workspace().value() == row.workspace);
    CHECK(price.gradient.value() == row.gradient);
    CHECK(price.plan_cost.value() == row.plan_cost);
    CHECK(price.admission.value() == row.admission);
  }
}

TEST_CASE("slots") {
  const Setting run = setting_of(stub());
  const Wave wave = wave_of({gradient(700), no_grad(900)}, 1600);
  const auto slots = [&](std::vector<std::string> names) { return with_slots(wave, std::move(names)); };
  check({
      {"the constructor's adapters", run, 24, Policy::kTraced, wave, 114688000, 319089280, 2867200, 480308928, 480308928},
      {"a named slot of rank 16 on three adapters", run, 48, Policy::kTraced, slots({"lora:policy", ""}), 114688000, 319156480, 2867200,
       480382848, 480382848},
      {"the same slot missing on one adapter of each layer", run, 32, Policy::kTraced, slots({"lora:policy", ""}), 114688000, 319111680,
       2867200, 480333568, 480333568},
      {"two slots of other ranks: the wider one for both", run, 48, Policy::kTraced, slots({"lora:policy", "lora:reference"}), 114688000,
       319156480, 2867200, 480382848, 480382848},
      {"a slot of the no-grad group only raises the gradient stage", run, 48, Policy::kTraced, slots({"", "lora:reference"}), 114688000,
       319156480, 2867200, 480382848, 480382848},
      {"the base model", run, 24, Policy::kTraced, slots({"", "base"}), 114688000, 319089280, 2867200, 480308928, 480308928},
      {"one slot of two not supported: today for both groups", run, 0, Policy::kTraced, slots({"lora:policy", "lora:wide"}), 114688000,
       43008000, 114688000, 299622400, 299622400},
      {"today", run, 0, Policy::kToday, wave, 114688000, 43008000, 114688000, 299622400, 299622400},
  });
}

TEST_CASE("floors and gradients") {
  const Setting run = setting_of(hybrid_2b()), stub_run = setting_of(stub());
  const auto wave = [&](bool layouts) {
    std::vector<RankLayout> layout;
    if (layouts) layout = {{3100, 2950, 3100 * 10304, 3}, {2900, 3050, 2900 * 10304, 5}};
    return wave_of({gradient(3100, layout)}, 6000);
  };
  const Wave two = wave_of({gradient(700), gradient(300)}, 2000);
  check({
      {"floor per layout", run, 56, Policy::kTraced, wave(true), 297369600, 844817280, 12697600, 1270372928, 1270372928},
      {"floor over busiest rows", run, 56, Policy::kTraced, wave(false), 304742400, 860490880, 12697600, 1295723968, 1295723968},
      {"floor per layout", run, 0, Policy::kToday, wave(true), 297369600, 163737600, 304742400, 842434560, 842434560},
      {"floor over busiest rows", run, 0, Policy::kToday, wave(false), 304742400, 171417600, 304742400, 858992640, 858992640},
      {"floor per layout", run, 56, Policy::kLater, wave(true), 297369600, 460305600, 12697600, 1105784838, 744253030},
      {"floor over busiest rows", run, 56, Policy::kLater, wave(false), 304742400, 0, 304742400, 744253030, 744253030},
      {"one gradient", stub_run, 24, Policy::kTraced, two, 163840000, 319089280, 4096000, 535727808, 535727808},
      {"a gradient a boundary", stub_run, 0, Policy::kToday, two, 163840000, 43008000, 163840000, 407756800, 407756800},
      {"a no-grad transient beside boundaries", stub_run, 24, Policy::kTraced, wave_of({gradient(300), no_grad(2000)}, 2300), 49152000,
       352289280, 1228800, 442937088, 442937088},
  });
}

// The first group is spread evenly, the second lies on one rank.
TEST_CASE("groups of unequal ratios") {
  const Setting run = setting_of(stub());
  const Wave trained = wave_of({gradient(4000), gradient(400)}, 8400), sampled = wave_of({no_grad(4000), no_grad(400)}, 8400);
  check({
      {"gradient", run, 0, Policy::kMain, trained, 720896000, 0, 720896000, 1585971200, 1585971200},
      {"gradient", run, 0, Policy::kToday, trained, 720896000, 245760000, 720896000, 1856307200, 1856307200},
      {"gradient", run, 24, Policy::kTraced, trained, 720896000, 1032417280, 18022400, 1948469248, 1948469248},
      {"gradient", run, 24, Policy::kLater, trained, 720896000, 0, 720896000, 1659790950, 1659790950},
      {"no-grad", run, 0, Policy::kMain, sampled, 0, 65536000, 0, 529858560, 529858560},
      {"no-grad", run, 0, Policy::kToday, sampled, 0, 65536000, 0, 529858560, 529858560},
      {"no-grad", run, 24, Policy::kTraced, sampled, 0, 536801280, 0, 590481408, 590481408},
      {"no-grad", run, 24, Policy::kLater, sampled, 0, 65536000, 0, 558942208, 558942208},
  });
}

TEST_CASE("other topologies") {
  const Setting one = setting_of(stub(), 1), four = setting_of(stub(), 4);
  const Wave wave = wave_of({gradient(700), no_grad(900)}, 1600, 10000000);
  check({
      {"one rank", one, 0, Policy::kMain, wave, 114688000, 14745600, 114688000, 279533760, 279533760},
      {"one rank", one, 0, Policy::kToday, wave, 114688000, 28672000, 114688000, 294852800, 294852800},
      {"one rank, as today", one, 24, Policy::kTraced, wave, 114688000, 28672000, 114688000, 294852800, 294852800},
      {"one rank, main and the cold transient", one, 24, Policy::kLater, wave, 114688000, 14745600, 114688000, 353353510, 353353510},
      {"four ranks", four, 0, Policy::kMain, wave, 114688000, 14745600, 114688000, 279533760, 290533760},
      {"four ranks", four, 0, Policy::kToday, wave, 114688000, 43008000, 114688000, 310622400, 321622400},
      {"four ranks, as today", four, 24, Policy::kTraced, wave, 114688000, 43008000, 114688000, 310622400, 321622400},
      {"four ranks, main and the cold transient", four, 24, Policy::kLater, wave, 114688000, 14745600, 114688000, 353353510, 364353510},
  });
}

TEST_CASE("a no-grad transient is at least four hidden rows") {
  const Price price = price_wave(wave_of({no_grad(500)}, 1000), setting_of(stub()), Policy::kTraced, {1, 1, 0, 2});
  CHECK(price.floor().workspace().value() == 500 * 16384 + 167777280);
}

TEST_CASE("a rank without rows counts as one row") {
  const Wave wave = wave_of({gradient(1, {{0, 0, 0, 0}, {0, 0, 0, 0}})}, 1);
  const Price price = price_wave(wave, setting_of(hybrid_2b()), Policy::kToday, {});
  CHECK(price.floor().retained().value() == 24 * 4096);
  CHECK(price.floor().workspace().value() == 55296);
}

TEST_CASE("the no-grad stage of later at one rank") {
  Setting run = setting_of(stub(), 1);
  run.fc1_wrapped = true;
  const Price price = price_wave(wave_of({gradient(700), no_grad(900)}, 1600), run, Policy::kLater, {});
  CHECK(price.no_grad_stage.value() == 75571200);
  CHECK(price.estimate_before_factor.value() == 190259200);
  run.geometry.activation_factor = 7;
  CHECK(price_wave(wave_of({gradient(700), no_grad(900)}, 1600), run, Policy::kLater, {}).no_grad_stage.value() == 85708800);
  run.cp = 2;
  CHECK(price_wave(wave_of({gradient(700), no_grad(900)}, 1600), run, Policy::kLater, {}).no_grad_stage.value() == 0);
}

TEST_CASE("topologies without a price") {
  struct Case {
    std::string name;
    std::int64_t tp;
    std::int64_t pp;
    std::string reason;
  };
  const Case rows[] = {
      {"one of each", 1, 1, ""},
      {"tensor-parallel", 4, 1, "4 tensor-parallel ranks: the formulas are for one, where each rank holds whole rows"},
      {"pipeline-parallel", 1, 2, "2 pipeline-parallel ranks: the formulas are for one, which holds every layer"},
      {"both", 2, 2, "2 tensor-parallel ranks: the formulas are for one, where each rank holds whole rows"},
  };
  for (const Case& row : rows) {
    INFO(row.name);
    Setting setting = setting_of(stub());
    setting.tp = row.tp;
    setting.pp = row.pp;
    CHECK(refusal(setting).value_or("") == row.reason);
  }
}

}  // namespace
}  // namespace tracegate::price
