#include "analyzer/price/no_grad.h"

#include <algorithm>

#include "analyzer/price/te_growth.h"

namespace tracegate::price {
namespace {

// What an MLP without recompute keeps is at least six FFN-wide tensors.
constexpr std::int64_t kLeastActivationFactor = 6;

__extension__ using Wide = __int128;

// ceil(bytes * part / whole), the product in 128 bits.
Amount share(Amount bytes, Amount part, Amount whole) {
  const Wide product = static_cast<Wide>(bytes.value()) * part.value();
  const Wide quotient = (product + whole.value() - 1) / whole.value();
  if (quotient > INT64_MAX) throw Overflow();
  return static_cast<std::int64_t>(quotient);
}

}  // namespace

NoGrad no_grad(const Wave& wave, const Setting& setting, Policy policy, bool covered, ProfileWidths widths, Amount static_floor,
               bool keep_share) {
  NoGrad out;
  Amount largest, all;
  bool gradient = false;
  for (const Group& group : wave.groups) {
    all += group.rows;
    gradient = gradient || group.gradient;
    if (!group.gradient) largest = std::max(largest, Amount(group.rows));
  }
  if (largest == Amount(0)) return out;
  if (policy == Policy::kTraced && covered && !gradient && wave.groups.size() > 1) {
    out.replaced_static = largest * widths.no_grad;
    if (keep_share) out.replaced_static = std::max(*out.replaced_static, share(static_floor, largest, all));
  }
  if (policy != Policy::kLater) return out;
  if (covered && setting.layout_support && !gradient) {
    out.stage = largest * widths.no_grad;
    out.replaced_static = out.stage;
    out.te_growth = te_growth(setting);
  } else if (setting.cp == 1 && setting.fc1_wrapped) {
    const Geometry& geometry = setting.geometry;
    const Amount factor = std::max(kLeastActivationFactor, geometry.activation_factor);
    out.stage = Amount(2) * largest * (factor * geometry.ffn_hidden_size + Amount(4) * geometry.hidden_size);
  }
  return out;
}

}  // namespace tracegate::price
