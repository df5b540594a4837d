// What waves of the same signature were seen to take: it can only raise a price (docs/price.md, section 3.12).
#pragma once

#include <optional>

#include "analyzer/price/policy.h"
#include "analyzer/price/wave.h"
#include "ir/amount.h"

namespace tracegate::price {

// Bytes, as a double. Nothing without a learned profile.
std::optional<double> learned_bytes(const Wave& wave, const Geometry& geometry, Policy policy);

// The retained part. Nothing where there is no such rate, or the wave is too unlike those that were observed.
std::optional<double> learned_retained(const Wave& wave);

// Above this many times the observed packed tokens, or sharing, an observation says nothing of what is retained.
inline constexpr double kFarther = 8;

}  // namespace tracegate::price
