#include "analyzer/price/input_gradient.h"

#include "analyzer/price/checkpoint_floor.h"

namespace tracegate::price {
namespace {

bool one_a_row(const Basis& basis, bool per_layout) {
  switch (basis.rules.one_gradient) {
    case OneGradient::kWithWidths:
      return basis.uses_profile_widths();
    case OneGradient::kPerLayout:
      return per_layout;
    case OneGradient::kNever:
      break;
  }
  return false;
}

}  // namespace

Sum input_gradient(const Basis& basis, bool per_layout) {
  Sum sum(Branch::kGradient, basis.ledger);
  if (!basis.setting.checkpoint_conditions) return sum;  // no boundary is kept
  const Geometry& geometry = basis.setting.geometry;
  const Amount rows = gradient_rows(basis.wave), row = Amount(geometry.hidden_size) * 2;
  if (one_a_row(basis, per_layout)) return sum.product(TermKind::kInputGradient, "3.6", rows, row);
  return sum.product(TermKind::kBoundaryGradients, "3.6", rows, geometry.decoder_layers, row);
}

}  // namespace tracegate::price
