#include "analyzer/price/attention_retained.h"

#include <algorithm>
#include <optional>

namespace tracegate::price {
namespace {

constexpr int kHopper = 9;

// Planned rows, in whole blocks, two at least.
Amount padded(std::int64_t rows, std::int64_t block) { return std::max(Amount(2), ceil_div(rows, block)) * block; }

}  // namespace

Blocks attention_blocks(int capability, std::int64_t head_dim) {
  if (capability != kHopper || head_dim <= 128) return {128, 128};
  return head_dim <= 192 ? Blocks{128, 96} : Blocks{128, 64};
}

Amount attention_retained(const AttentionSizes& sizes, std::int64_t own_rows, const std::vector<AttentionStage>& stages) {
  const Amount element = sizes.element_bytes, heads = sizes.heads;
  const Amount query_row = heads * sizes.head_dim * element;
  const Amount pair_row = Amount(sizes.query_groups) * (Amount(sizes.head_dim) + sizes.value_dim) * element;
  const Amount output_row = heads * sizes.value_dim * element;
  const Amount statistics_row = Amount(4) * heads;
  const Amount tape_row = heads * (Amount(sizes.value_dim) + 1) * std::max(Amount(4), element);
  Amount kept;
  bool local = false;
  std::optional<Amount> smallest_tape;
  for (const AttentionStage& stage : stages) {
    if (stage.planned_queries == 0 || stage.planned_keys == 0) continue;
    const Amount queries = padded(stage.planned_queries, sizes.block_q), keys = padded(stage.planned_keys, sizes.block_k);
    const Amount lq = stage.own_queries, lk = stage.own_keys;
    const bool own_keys = stage.local && stage.keys_cover;
    if (!stage.queries_cover) kept += query_row * lq;
    if (queries != lq) {
      kept += query_row * queries;
    } else if (stage.queries_cover && sizes.heads > 1) {
      kept += query_row * lq;
    }
    if (!own_keys) kept += pair_row * lk;
    if (keys != lk) {
      kept += pair_row * keys;
    } else if (own_keys && sizes.query_groups > 1) {
      kept += pair_row * lk;
    }
    kept += (output_row + Amount(2) * statistics_row) * queries;
    if (queries != lq) kept += (output_row + statistics_row) * lq;
    if (stage.local) {
      local = true;
      continue;
    }
    const Amount tape = tape_row * (stage.queries_cover ? Amount(own_rows) : lq);
    kept += tape;
    smallest_tape = smallest_tape ? std::min(*smallest_tape, tape) : tape;
  }
  // Without a local stage the first tape is the result itself.
  if (!local && smallest_tape) kept -= *smallest_tape;
  return kept;
}

}  // namespace tracegate::price
