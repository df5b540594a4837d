#include "analyzer/price/capacity.h"

#include "ir/text/error.h"

#include <algorithm>

namespace tracegate::price {
namespace {

constexpr std::int64_t kMostRows = std::int64_t{1} << 40;

// floor(amount x part / whole), the product in 128 bits.
std::int64_t scaled(std::int64_t amount, std::int64_t part, std::int64_t whole) {
  __extension__ typedef __int128 Wide;
  return static_cast<std::int64_t>(static_cast<Wide>(amount) * part / whole);
}

// Nothing where a term does not fit 64 bits: that is above every budget.
std::optional<Price> try_price(const Wave& wave, const Setting& setting, Policy policy, ProfileWidths widths, bool keeps_terms = false) {
  try {
    return price_wave(wave, setting, policy, widths, {.keeps_terms = keeps_terms});
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

}  // namespace

std::int64_t Capacity::rows() const {
  std::int64_t rows = 0;
  if (wave) {
    for (const Group& group : wave->groups) rows += group.rows;
  }
  return rows;
}

WaveOfScale one_group(bool gradient, const Setting& setting) {
  return [gradient, cp = setting.cp](std::int64_t scale) {
    Wave wave;
    Group& group = wave.groups.emplace_back();
    group.rows = scale;
    group.gradient = gradient;
    wave.packed_tokens = wave.logical_tokens = cp * scale;
    return wave;
  };
}

WaveOfScale mix_of(const Wave& shape, const Setting& setting) {
  std::int64_t all = 0;
  for (const Group& group : shape.groups) all += group.rows;
  return [shape, all, cp = setting.cp](std::int64_t scale) {
    Wave wave;
    wave.head_bytes = shape.head_bytes;
    wave.output_bytes = scaled(shape.output_bytes, scale, all);
    for (const Group& from : shape.groups) {
      Group& group = wave.groups.emplace_back();
      group.rows = std::max<std::int64_t>(1, scaled(from.rows, scale, all));
      group.gradient = from.gradient;
      group.slot = from.slot;
      group.pending_gradient_bytes = from.pending_gradient_bytes;
      wave.packed_tokens += cp * group.rows;
    }
    wave.logical_tokens = std::max(wave.packed_tokens, scaled(shape.logical_tokens, scale, all));
    return wave;
  };
}

Capacity largest_wave(const WaveOfScale& wave_of, const Setting& setting, Policy policy, ProfileWidths widths, std::int64_t budget) {
  const auto fits = [&](std::int64_t scale) {
    const auto price = try_price(wave_of(scale), setting, policy, widths);
    return price && price->plan_cost <= Amount(budget);
  };
  std::int64_t low = 0, high = 1;
  while (high <= kMostRows && fits(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  Capacity out;
  out.scale = low;
  if (low > 0) {
    out.wave = wave_of(low);
    out.price = price_wave(*out.wave, setting, policy, widths);
  }
  if (high > kMostRows) return out;
  out.next_wave = wave_of(high);
  out.next_price = try_price(*out.next_wave, setting, policy, widths, true);
  if (low == 0 && !out.next_price) out.next_price = price_wave(*out.next_wave, setting, policy, widths);
  return out;
}

}  // namespace tracegate::price
