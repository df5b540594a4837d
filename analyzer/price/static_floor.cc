#include "analyzer/price/static_floor.h"

#include <algorithm>

#include "analyzer/price/mixer.h"

namespace tracegate::price {
namespace {

constexpr std::int64_t kFixedBytes = std::int64_t{64} << 20;

bool has_gradient(const Wave& wave) {
  return std::any_of(wave.groups.begin(), wave.groups.end(), [](const Group& group) { return group.gradient; });
}

// Elements that all layers keep for one token.
Amount kept_elements(const Setting& setting) {
  const Geometry& geometry = setting.geometry;
  const Amount hidden = geometry.hidden_size, layers = geometry.config_layers, gdn_layers = geometry.gdn_layers;
  const Amount gdn = Amount(2) * hidden + Amount(4) * geometry.linear_key_width() + Amount(8) * geometry.linear_value_width();
  const Amount mlp = Amount(2) * hidden + Amount(geometry.activation_factor) * geometry.ffn_hidden_size;
  Amount kept = (layers - gdn_layers) * attention_elements(geometry) + gdn_layers * gdn + layers * mlp;
  if (setting.recompute.granularity == "selective" && setting.recompute.recomputes_mlp) kept -= (layers - 1) * (mlp - hidden);
  return kept;
}

}  // namespace

std::int64_t static_rows(std::int64_t config_layers) {
  return std::max<std::int64_t>(4, std::min<std::int64_t>(16, config_layers / 4 + 4));
}

Amount segment_bytes(const Geometry& geometry) {
  const Amount state = Amount(geometry.linear_value_width()) * geometry.key_dim;
  const Amount history = Amount(2) * geometry.linear_key_width() + geometry.linear_value_width();
  return Amount(2) * (Amount(4) * state + Amount(2) * history * std::max<std::int64_t>(0, geometry.conv_kernel - 1));
}

Amount activation_tokens(const Wave& wave, const Setting& setting) {
  if (setting.cp == 1) return wave.packed_tokens;
  Amount rows;
  for (const Group& group : wave.groups) rows += group.rows;
  return rows;
}

Sum static_floor(const Wave& wave, const Setting& setting, Amount activation_tokens, Ledger* ledger) {
  const Geometry& geometry = setting.geometry;
  Sum flat(Branch::kStatic, ledger);
  flat.product(TermKind::kStatic, "3.2", wave.packed_tokens, Amount(geometry.hidden_size) * 2, static_rows(geometry.config_layers));
  if (setting.recompute.full() || !has_gradient(wave)) return flat;
  const Amount states = geometry.has_gdn() ? Amount(wave.segments) * geometry.gdn_layers * segment_bytes(geometry) : Amount(0);
  Sum activations(Branch::kStatic, ledger);
  activations.add(TermKind::kStaticActivations, "3.2", Amount(kFixedBytes) + states + activation_tokens * 2 * kept_elements(setting));
  return largest({flat, activations});
}

}  // namespace tracegate::price
