// Random waves for tests of what holds for every wave.
//
// A wave depends on its seed alone, on every machine. Its text names every number that a price depends on.
#pragma once

#include <cstdint>
#include <string>

#include "analyzer/price/lower_bound.h"
#include "analyzer/price/policy.h"
#include "analyzer/price/price.h"

namespace tracegate::price {

// The same numbers from the same seed everywhere; the standard library's distributions do not promise that.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next();
  std::int64_t between(std::int64_t least, std::int64_t most);
  // Small numbers as often as large ones: about even in the logarithm.
  std::int64_t size(std::int64_t least, std::int64_t most);
  bool chance(int percent) { return between(0, 99) < percent; }

 private:
  std::uint64_t state_;
};

struct RandomWave {
  std::uint64_t seed = 0;
  const char* model = "";
  Setting setting;
  std::int64_t ranks = 0;  // the sum that decides P and N; 0: the gate is not matched
  Wave wave;

  ProfileWidths widths(Policy policy) const;
  Price price(Policy policy) const { return price_wave(wave, setting, policy, widths(policy)); }
  std::string text() const;
};

// What a test needs of its waves; the rest is random.
struct Wanted {
  bool covered = false;  // two ranks, checkpoint conditions and a matched gate
  bool plain = false;    // no outputs, no head, nothing learned, full recompute, no layout
  enum class Groups { kAny, kGradient, kNoGrad, kMixed } groups = Groups::kAny;
  std::int64_t most_groups = 5;
};

RandomWave random_wave(std::uint64_t seed, const Wanted& wanted = {});

// How many waves a test of an invariant looks at: TRACEGATE_NIGHTLY=1 asks for many.
std::uint64_t random_waves();

// The layout of one group that holds `tokens` of `cp` ranks, its attention and GDN rows cut anywhere.
std::vector<RankLayout> random_layout(Random& random, const Geometry& geometry, std::int64_t cp, std::int64_t tokens);

// The busiest rank's rows, at least 1.
std::int64_t busiest(const std::vector<RankLayout>& layout);

}  // namespace tracegate::price
