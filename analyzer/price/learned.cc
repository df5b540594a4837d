#include "analyzer/price/learned.h"

#include <algorithm>

#include "analyzer/price/static_floor.h"

namespace tracegate::price {
namespace {

constexpr double kPackedBytesPerToken = 6144;  // bookkeeping of a packed token, with packed pricing

double ratio_of(const Wave& wave, const Learned::Rate& rate) {
  return wave.packed_pricing ? kFarther * rate.logical_per_packed : rate.logical_per_packed;
}

}  // namespace

std::optional<double> learned_bytes(const Wave& wave, const Geometry& geometry, Policy policy) {
  if (!wave.learned) return std::nullopt;
  const double packed = static_cast<double>(wave.packed_tokens), logical = static_cast<double>(wave.logical_tokens);
  const Learned& learned = *wave.learned;
  double bytes = learned.rate.bytes_per_token * std::max(packed, logical / ratio_of(wave, learned.rate));
  if (rules_of(policy).warm_rates && learned.warm) {
    const Learned::Rate& warm = *learned.warm;
    bytes =
        std::min(bytes, warm.bytes_per_token * std::max({static_cast<double>(warm.packed_tokens), packed, logical / ratio_of(wave, warm)}));
  }
  if (!wave.packed_pricing) return bytes;
  const Amount states = geometry.has_gdn() ? Amount(wave.segments) * segment_bytes(geometry) : Amount(0);
  return bytes + kPackedBytesPerToken * logical + static_cast<double>(states.value());
}

std::optional<double> learned_retained(const Wave& wave) {
  if (!wave.learned || !wave.learned->retained_bytes_per_token) return std::nullopt;
  const Learned::Rate& rate = wave.learned->rate;
  const double packed = static_cast<double>(wave.packed_tokens), logical = static_cast<double>(wave.logical_tokens);
  if (packed > kFarther * static_cast<double>(rate.packed_tokens) || logical / packed > kFarther * rate.logical_per_packed) {
    return std::nullopt;
  }
  const double retained = *wave.learned->retained_bytes_per_token;
  if (wave.packed_pricing) return retained * packed + kPackedBytesPerToken * logical;
  return retained * std::max(packed, logical / rate.logical_per_packed);
}

}  // namespace tracegate::price
