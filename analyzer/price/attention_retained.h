// What context-parallel attention keeps for backward beyond tensors on the rank's own rows (docs/price.md, section 3.16). Bytes.
#pragma once

#include <vector>

#include "ir/amount.h"

namespace tracegate::price {

struct AttentionSizes {
  std::int64_t heads = 0;
  std::int64_t query_groups = 0;
  std::int64_t head_dim = 0;
  std::int64_t value_dim = 0;  // of a head
  std::int64_t element_bytes = 2;
  std::int64_t block_q = 128;  // rows of a block
  std::int64_t block_k = 128;
};

// One step of the rank's plan. Rows.
struct AttentionStage {
  bool local = false;
  std::int64_t own_queries = 0;  // lq: owner-local ranges, summed
  std::int64_t own_keys = 0;     // lk
  bool queries_cover = false;    // the ranges are exactly all own rows
  bool keys_cover = false;
  std::int64_t planned_queries = 0;  // q_len, as the planner rounds it
  std::int64_t planned_keys = 0;
};

// Rows of a query and a key block. `capability`: the device's compute capability, major part.
struct Blocks {
  std::int64_t queries = 128;
  std::int64_t keys = 128;
};
Blocks attention_blocks(int capability, std::int64_t head_dim);

// Throws Overflow.
Amount attention_retained(const AttentionSizes& sizes, std::int64_t own_rows, const std::vector<AttentionStage>& stages);

}  // namespace tracegate::price
