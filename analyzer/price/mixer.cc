#include "analyzer/price/mixer.h"

namespace tracegate::price {
namespace {

constexpr std::int64_t kElementBytes = 2;  // BF16

Amount gdn_elements(const Geometry& geometry, bool context_parallel) {
  const Amount keys = geometry.linear_key_width(), values = geometry.linear_value_width();
  const Amount local = Amount(geometry.hidden_size) + Amount(2) * keys + Amount(2) * geometry.value_heads * geometry.key_dim +
                       Amount(6) * values + Amount(64) * geometry.value_heads;
  return context_parallel ? local + geometry.hidden_size + values : local;
}

MixerWidths widths(const Geometry& geometry, bool context_parallel, Amount attention) {
  MixerWidths out;
  if (geometry.has_attention()) out.attention = attention * kElementBytes;
  if (geometry.has_gdn()) out.gdn = gdn_elements(geometry, context_parallel) * kElementBytes;
  return out;
}

}  // namespace

Amount attention_elements(const Geometry& geometry) {
  const Amount gate = geometry.output_gate ? 7 : 5;
  return Amount(2) * geometry.hidden_size + gate * geometry.query_width() + Amount(3) * geometry.key_width();
}

MixerWidths busiest_mixer(const Geometry& geometry, bool context_parallel) {
  Amount attention = attention_elements(geometry);
  if (context_parallel) attention += Amount(3) * geometry.query_width() + Amount(2) * geometry.key_width();
  return widths(geometry, context_parallel, attention);
}

MixerWidths layout_mixer(const Geometry& geometry, bool context_parallel) {
  return widths(geometry, context_parallel, attention_elements(geometry));
}

MixerWidths later_layout_mixer(const Geometry& geometry) {
  return widths(geometry, true, Amount(geometry.hidden_size) + Amount(5) * geometry.query_width() + Amount(5) * geometry.key_width());
}

}  // namespace tracegate::price
