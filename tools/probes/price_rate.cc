// How many prices of 32 groups one core makes a second: over busiest rows, and with the layouts of two ranks. `tools/bench` runs it.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "analyzer/price/price.h"
#include "ir/text/error.h"

namespace {

using namespace tracegate::price;

constexpr std::int64_t kGroups = 32;
constexpr int kRepetitions = 7;
constexpr std::chrono::duration<double> kLeast(0.2);  // of a repetition

// A hybrid of 64 layers.
Setting setting() {
  Setting out;
  Geometry& geometry = out.geometry;
  geometry.hidden_size = 5120;
  geometry.ffn_hidden_size = 17408;
  geometry.config_layers = geometry.decoder_layers = 64;
  geometry.attention_heads = 24;
  geometry.query_groups = 4;
  geometry.head_dim = 256;
  geometry.output_gate = true;
  geometry.gdn_layers = 48;
  geometry.gdn_inputs = 32;
  geometry.key_heads = 16;
  geometry.value_heads = 48;
  geometry.key_dim = geometry.value_dim = 128;
  geometry.conv_kernel = 4;
  out.recompute.granularity = "full";
  out.cp = 2;
  out.checkpoint_conditions = out.layout_support = true;
  out.layout_ranks = 2;
  return out;
}

Wave wave(bool layouts) {
  Wave out;
  for (std::int64_t i = 0; i < kGroups; ++i) {
    Group& group = out.groups.emplace_back();
    group.rows = 4000 + 100 * i;
    group.gradient = layouts || i % 2 == 0;
    if (layouts) group.layout = {{group.rows, group.rows - 50, group.rows * 28864, 3}, {group.rows - 100, group.rows - 70, 0, 5}};
    out.packed_tokens += 2 * group.rows - 100;
  }
  out.logical_tokens = out.packed_tokens;
  out.output_bytes = out.packed_tokens * 4;
  return out;
}

double prices_per_second(Wave wave) {
  const Setting run = setting();
  constexpr ProfileWidths kWidths = {452832, 270560, 0, 2};
  double best = 0;
  std::int64_t sum = 0;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    std::int64_t prices = 0;
    const auto begin = std::chrono::steady_clock::now();
    std::chrono::duration<double> elapsed(0);
    while (elapsed < kLeast) {
      // Each price is of another wave, and is used: none can be left out.
      for (std::int64_t i = 0; i < 1000; ++i) {
        wave.groups[static_cast<std::size_t>(i % kGroups)].rows ^= 1;
        sum += price_wave(wave, run, Policy::kTraced, kWidths).plan_cost.value() & 0xff;
      }
      prices += 1000;
      elapsed = std::chrono::steady_clock::now() - begin;
    }
    best = std::max(best, static_cast<double>(prices) / elapsed.count());
  }
  if (sum == 0) std::fputs("price_rate: no price\n", stderr);
  return best;
}

}  // namespace

int main() {
  try {
    std::printf("busiest %.0f\n", prices_per_second(wave(false)));
    std::printf("layouts %.0f\n", prices_per_second(wave(true)));
  } catch (const tracegate::UsageError& error) {
    std::fprintf(stderr, "price_rate: %s\n", error.what());
    return 1;
  }
}
