#include "analyzer/price/factor.h"

namespace tracegate::price {
namespace {

constexpr double kFactor = 1.10;
constexpr double kTooLarge = 9223372036854775808.0;  // 2^63

}  // namespace

Amount truncated(double bytes) {
  if (!(bytes < kTooLarge && bytes > -kTooLarge)) throw Overflow();
  return static_cast<std::int64_t>(bytes);
}

Amount with_factor(double bytes) { return truncated(bytes * kFactor); }

Amount with_factor(Amount bytes) { return with_factor(static_cast<double>(bytes.value())); }

}  // namespace tracegate::price
