// What was observed of a signature, and recompute other than full (docs/price.md, sections 3.2 and 3.12).
#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "analyzer/price/learned.h"
#include "analyzer/price/price.h"
#include "analyzer/price/static_floor.h"
#include "tests/price/models.h"

namespace tracegate::price {
namespace {

// 1,000 packed of 4,000 tokens in three segments.
Wave wave_with(Learned learned, bool packed_pricing = false) {
  Wave out = wave_of({packed_pricing ? gradient(500) : no_grad(500)}, 1000);
  out.logical_tokens = 4000;
  out.segments = 3;
  out.packed_pricing = packed_pricing;
  out.learned = learned;
  return out;
}

Wave shared(std::int64_t logical_tokens, Wave wave) {
  wave.logical_tokens = logical_tokens;
  return wave;
}

TEST_CASE("bytes that a learned profile gives") {
  const Learned::Rate rate{2'000'000, 500, 2}, close{2'000'000, 500, 8}, low{1'500'000, 500, 2}, wide{1'500'000, 5000, 2};
  struct Row {
    std::string name;
    Wave wave;
    Policy policy;
    double bytes;
  };
  const Row rows[] = {
      {"by logical tokens", wave_with({rate, {}, {}}), Policy::kMain, 4e9},
      {"by packed tokens", wave_with({close, {}, {}}), Policy::kMain, 2e9},
      {"a warm rate", wave_with({rate, {}, low}), Policy::kLater, 3e9},
      {"a warm rate of more tokens", wave_with({rate, {}, wide}), Policy::kLater, 4e9},
      {"a warm rate that only later looks at", wave_with({rate, {}, low}), Policy::kTraced, 4e9},
      {"packed pricing", wave_with({rate, {}, {}}, true), Policy::kTraced, 2e9 + 6144 * 4000 + 3 * 2170880},
      {"packed pricing, warm", wave_with({rate, {}, low}, true), Policy::kLater, 1.5e9 + 6144 * 4000 + 3 * 2170880},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(learned_bytes(row.wave, hybrid_2b(), row.policy).value_or(0) == row.bytes);
  }
  CHECK_FALSE(learned_bytes(wave_of({no_grad(1)}, 1), stub(), Policy::kMain).has_value());
}

TEST_CASE("prices and retained estimates with a learned profile") {
  const Learned::Rate rate{2'000'000, 500, 2}, few{2'000'000, 124, 2}, just{2'000'000, 125, 2};
  struct Row {
    std::string name;
    Wave wave;
    std::int64_t plan_cost;
    std::int64_t retained_estimate;
  };
  // Each is above what the formulas give.
  const Row rows[] = {
      {"no retained rate", wave_with({rate, {}, {}}), 4400000000, 4400000000},
      {"a retained rate", wave_with({rate, 1'000'000, {}}), 4400000000, 2200000000},
      {"a retained rate above the price", wave_with({rate, 3'000'000, {}}), 4400000000, 4400000000},
      {"more than eight times the tokens", wave_with({few, 1'000'000, {}}), 4400000000, 4400000000},
      {"eight times the tokens", wave_with({just, 1'000'000, {}}), 4400000000, 2200000000},
      {"eight times the sharing", shared(16000, wave_with({rate, 1'000'000, {}})), 17600000000, 8800000000},
      {"more than eight times the sharing", shared(16001, wave_with({rate, 1'000'000, {}})), 17601100000, 17601100000},
      {"packed pricing", wave_with({rate, 1'000'000, {}}, true), 2234197504, 1127033600},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const Price price = price_wave(row.wave, setting_of(hybrid_2b()), Policy::kToday, {});
    CHECK(price.plan_cost.value() == row.plan_cost);
    CHECK(price.retained_estimate.value() == row.retained_estimate);
    CHECK((price.plan_cost - price.retained_estimate).value() == price.ephemeral.value());
  }
}

TEST_CASE("static floors without full recompute") {
  struct Row {
    std::string name;
    Geometry geometry;
    Recompute recompute;
    std::int64_t cp;
    bool gradient;
    std::int64_t bytes;
  };
  Geometry fused = hybrid_2b();
  fused.activation_factor = 3;
  const Row rows[] = {
      {"full", stub(), {"full", false}, 2, true, 114688000},
      {"none", stub(), {"", false}, 2, true, 4285988864},
      {"none, without gradient", stub(), {"", false}, 2, false, 114688000},
      {"none, one rank", stub(), {"", false}, 1, true, 8504868864},
      {"selective", stub(), {"selective", false}, 2, true, 4285988864},
      {"selective, the MLP too", stub(), {"selective", true}, 2, true, 1929764864},
      {"none, with GDN states", hybrid_2b(), {"", false}, 2, true, 3127312384},
      {"none, a fused activation", fused, {"", false}, 2, true, 2537488384},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    Setting setting = setting_of(row.geometry, row.cp);
    setting.recompute = row.recompute;
    Wave wave = wave_of({row.gradient ? gradient(1000) : no_grad(1000)}, 2000);
    wave.segments = 3;
    CHECK(static_floor(wave, setting, activation_tokens(wave, setting)).total().value() == row.bytes);
  }
}

}  // namespace
}  // namespace tracegate::price
