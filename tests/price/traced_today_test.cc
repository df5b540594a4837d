// I8: where the traced price of a covered wave is not above today's (docs/price.md, section 6.1), before outputs and factor.
#include <algorithm>

#include "analyzer/price/mixer.h"
#include "analyzer/price/te_growth.h"
#include "tests/price/invariants.h"
#include "tests/price/models.h"

namespace tracegate::price {
namespace {

struct Terms {
  Amount gain;       // (n - 1) * 2H of each gradient row
  Amount mixer;      // a row
  Amount cost;       // 4H + P, a row
  Amount transient;  // max(N, 8H), a row
  Amount base;       // 8H
  Amount growth;
  Amount gradient;  // mg
  Amount no_grad;   // mn
};

Terms terms_of(const RandomWave& wave) {
  const Geometry& geometry = wave.setting.geometry;
  const ProfileWidths widths = wave.widths(Policy::kTraced);
  const Amount hidden = geometry.hidden_size;
  Terms out;
  out.mixer = busiest_mixer(geometry, true).widest();
  out.cost = Amount(4) * hidden + widths.gradient;
  out.base = Amount(8) * hidden;
  out.transient = std::max(Amount(widths.no_grad), out.base);
  out.growth = te_growth(wave.setting);
  for (const Group& group : wave.wave.groups) {
    Amount& largest = group.gradient ? out.gradient : out.no_grad;
    largest = std::max(largest, Amount(group.rows));
    if (group.gradient) out.gain += (Amount(geometry.decoder_layers) - 1) * 2 * hidden * group.rows;
  }
  return out;
}

std::string fault(bool predicted, Amount traced, Amount today) {
  return predicted == (traced <= today) ? "" : fmt::format("traced {}, today {}", traced.value(), today.value());
}

TEST_CASE("I8 gradient groups only") {
  holds({.covered = true, .plain = true, .groups = Wanted::Groups::kGradient}, [](const RandomWave& wave, Random&) {
    const Terms t = terms_of(wave);
    return fault(t.gain >= t.cost * t.gradient + t.growth, wave.price(Policy::kTraced).branch_raw, wave.price(Policy::kToday).branch_raw);
  });
}

TEST_CASE("I8 no-grad groups only") {
  holds({.covered = true, .plain = true, .groups = Wanted::Groups::kNoGrad}, [](const RandomWave& wave, Random&) {
    const Terms t = terms_of(wave);
    const Price traced = wave.price(Policy::kTraced), today = wave.price(Policy::kToday);
    const Amount alone = Amount(wave.widths(Policy::kTraced).no_grad) * t.no_grad;
    if (traced.static_used > std::max(alone, today.static_floor)) return std::string("the share exceeds the static floor");
    return fault(t.transient * t.no_grad + t.growth <= std::max(today.static_floor, t.base * t.no_grad), traced.estimate_before_factor,
                 today.estimate_before_factor);
  });
}

TEST_CASE("I8 mixed groups") {
  holds({.covered = true, .plain = true, .groups = Wanted::Groups::kMixed}, [](const RandomWave& wave, Random&) {
    const Terms t = terms_of(wave);
    const Amount stage = std::max((t.mixer + t.cost) * t.gradient, t.transient * t.no_grad) + t.growth;
    const Amount before = std::max(t.mixer * t.gradient, t.base * t.no_grad);
    return fault(t.gain >= stage - before, wave.price(Policy::kTraced).branch_raw, wave.price(Policy::kToday).branch_raw);
  });
}

// One cold gradient group.
TEST_CASE("rows from which traced is not above today") {
  struct Row {
    std::string name;
    Geometry geometry;
    std::int64_t ranks;
    std::int64_t gain;
    std::int64_t cost;
    std::int64_t rows;  // 0: never
  };
  const Row rows[] = {
      {"27B", hybrid_27b(), 56, 645120, 473312, 977}, {"stub", stub(), 24, 159744, 154720, 33396},
      {"14B", dense_14b(), 56, 399360, 473312, 0},    {"9B", hybrid_9b(), 56, 253952, 336096, 0},
      {"2B", hybrid_2b(), 56, 94208, 168160, 0},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const ProfileWidths widths = widths_of(Policy::kTraced, row.geometry, row.ranks);
    CHECK((row.geometry.decoder_layers - 1) * 2 * row.geometry.hidden_size == row.gain);
    CHECK(4 * row.geometry.hidden_size + widths.gradient == row.cost);
    const auto cheaper = [&](std::int64_t count) {
      const Wave wave = wave_of({gradient(count)}, 2 * count);
      const Setting setting = setting_of(row.geometry);
      return price_wave(wave, setting, Policy::kTraced, widths).branch_raw <= price_wave(wave, setting, Policy::kToday, {}).branch_raw;
    };
    if (row.rows == 0) {
      CHECK_FALSE(cheaper(1));
      CHECK_FALSE(cheaper(1'000'000'000));
    } else {
      CHECK_FALSE(cheaper(row.rows - 1));
      CHECK(cheaper(row.rows));
    }
  }
}

}  // namespace
}  // namespace tracegate::price
