#include "analyzer/price/no_grad.h"

#include <algorithm>

#include "analyzer/price/te_growth.h"

namespace tracegate::price {
namespace {

constexpr const char* kSection = "3.7";

// What an MLP without recompute keeps is at least six FFN-wide tensors.
constexpr std::int64_t kLeastActivationFactor = 6;

__extension__ typedef __int128 Wide;

// ceil(bytes * part / whole), the product in 128 bits.
Amount share(Amount bytes, Amount part, Amount whole) {
  const Wide product = static_cast<Wide>(bytes.value()) * part.value();
  const Wide quotient = (product + whole.value() - 1) / whole.value();
  if (quotient > INT64_MAX) throw Overflow();
  return static_cast<std::int64_t>(quotient);
}

}  // namespace

NoGrad no_grad(const Basis& basis, Amount static_floor, bool keep_share) {
  NoGrad out;
  const Setting& setting = basis.setting;
  Amount most, all;
  bool gradient = false;
  for (const Group& group : basis.wave.groups) {
    all += group.rows;
    gradient = gradient || group.gradient;
    if (!group.gradient) most = std::max(most, Amount(group.rows));
  }
  if (most == Amount(0)) return out;
  const bool covered = basis.uses_profile_widths() && !gradient;
  const auto transient = [&] {
    Sum sum(Branch::kNoGradStage, basis.ledger);
    return sum.product(TermKind::kNoGradTransient, kSection, most, basis.widths.no_grad);
  };
  if (basis.rules.static_share && covered && basis.wave.groups.size() > 1) {
    out.replaced_static = transient();
    if (keep_share) {
      Sum shared(Branch::kStaticShare, basis.ledger);
      shared.add(share(static_floor, most, all), [&](Amount bytes) {
        return Term{TermKind::kStaticShare, kSection, bytes, {static_floor, most, all}};
      });
      out.replaced_static = largest({*out.replaced_static, shared});
    }
  }
  if (!basis.rules.no_grad_stage) return out;
  if (covered && setting.layout_support) {
    out.stage = transient();
    out.replaced_static = out.stage;
    out.te_growth = te_growth(setting);
  } else if (setting.cp == 1 && setting.fc1_wrapped) {
    const Geometry& geometry = setting.geometry;
    const Amount factor = std::max(kLeastActivationFactor, geometry.activation_factor);
    out.stage.emplace(Branch::kNoGradStage, basis.ledger);
    out.stage->add(TermKind::kNoGradStage, kSection,
                   Amount(2) * most * (factor * geometry.ffn_hidden_size + Amount(4) * geometry.hidden_size));
  }
  return out;
}

}  // namespace tracegate::price
