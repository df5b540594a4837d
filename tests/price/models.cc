#include "tests/price/models.h"

#include <utility>

namespace tracegate::price {
namespace {

Geometry hybrid(std::int64_t hidden, std::int64_t ffn, std::int64_t layers, std::int64_t heads, std::int64_t groups,
                std::int64_t value_heads) {
  Geometry out;
  out.hidden_size = hidden;
  out.ffn_hidden_size = ffn;
  out.config_layers = out.decoder_layers = layers;
  out.attention_heads = heads;
  out.query_groups = groups;
  out.head_dim = 256;
  out.output_gate = true;
  out.gdn_layers = layers / 4 * 3;
  out.gdn_inputs = layers / 2;
  // Layers 3, 7, 11, ... are attention; an island's first layer receives its input in the attention layout.
  for (std::int64_t i = 0; i < layers; ++i) out.gdn_input.push_back(i % 4 == 1 || i % 4 == 2);
  out.key_heads = 16;
  out.key_dim = out.value_dim = 128;
  out.value_heads = value_heads;
  out.conv_kernel = 4;
  return out;
}

Group group_of(std::int64_t rows, bool gradient, std::vector<RankLayout> layout) {
  Group group;
  group.rows = rows;
  group.gradient = gradient;
  group.layout = std::move(layout);
  return group;
}

}  // namespace

Geometry stub() {
  Geometry out;
  out.hidden_size = 2048;
  out.ffn_hidden_size = 5632;
  out.config_layers = out.decoder_layers = 40;
  return out;
}

Geometry hybrid_2b() { return hybrid(2048, 6144, 24, 8, 2, 16); }
Geometry hybrid_9b() { return hybrid(4096, 12288, 32, 16, 4, 32); }
Geometry hybrid_27b() { return hybrid(5120, 17408, 64, 24, 4, 48); }
Geometry hybrid_35b() { return hybrid(2048, 512, 40, 16, 2, 32); }

Geometry dense_14b() {
  Geometry out;
  out.hidden_size = 5120;
  out.ffn_hidden_size = 17408;
  out.config_layers = out.decoder_layers = 40;
  out.attention_heads = 40;
  out.query_groups = 8;
  out.head_dim = 128;
  return out;
}

Setting setting_of(Geometry geometry, std::int64_t cp) {
  Setting out;
  out.geometry = std::move(geometry);
  out.recompute.granularity = "full";
  out.cp = cp;
  out.checkpoint_conditions = true;
  out.layout_support = true;
  out.layout_ranks = 2;
  return out;
}

ProfileWidths widths_of(Policy policy, const Geometry& geometry, std::int64_t ranks) {
  const std::int64_t hidden = geometry.hidden_size, ffn = geometry.ffn_hidden_size;
  if (policy == Policy::kTraced) return {2 * (13 * ffn + 2 * ranks), 2 * (6 * ffn + 6 * hidden + 2 * ranks), 0, 2};
  if (policy != Policy::kLater) return {};
  return {2 * (7 * ffn + hidden / 4 + 2 * ranks), 2 * (6 * ffn + 4 * hidden + hidden / 4 + 2 * ranks), 0, 2};
}

Group gradient(std::int64_t rows, std::vector<RankLayout> layout) { return group_of(rows, true, std::move(layout)); }
Group no_grad(std::int64_t rows, std::vector<RankLayout> layout) { return group_of(rows, false, std::move(layout)); }

Wave wave_of(std::vector<Group> groups, std::int64_t packed_tokens, std::int64_t output_bytes, std::int64_t head_bytes) {
  Wave out;
  out.groups = std::move(groups);
  out.packed_tokens = out.logical_tokens = packed_tokens;
  out.output_bytes = output_bytes;
  out.head_bytes = head_bytes;
  return out;
}

}  // namespace tracegate::price
