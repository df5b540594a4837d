// What the outputs and the language-model head take (docs/price.md, section 3.9). Bytes.
#pragma once

#include <vector>

#include "analyzer/price/policy.h"
#include "ir/amount.h"

namespace tracegate::price {

struct HeadRequest {
  std::int64_t tokens = 0;
  std::int64_t label_entries = 0;  // labels in all, several a token with multi-token targets
  bool has_targets = false;
  std::int64_t label_rows = 0;  // rows with a label that counts
  std::int64_t top_k = 0;       // 0: none
  bool logits = false;
  bool hidden_states = false;
};

struct HeadGroup {
  std::vector<HeadRequest> requests;
  bool gradient = false;
  bool stock_scaling = true;             // logits are scaled as Megatron does
  std::int64_t projected_rows = 0;       // capped at 512 or not
  std::int64_t labelled_chunk_rows = 0;  // rows of the largest chunk with a labelled row
};

// O of these requests. `hidden_size`, `padded_vocabulary` in elements. Throws Overflow.
Amount output_bytes(const std::vector<HeadRequest>& requests, std::int64_t hidden_size, std::int64_t padded_vocabulary);

// The head workspace of one group; a wave's is the largest. `lower_bound`: the rows are those of a bound (section 3.14).
Amount head_workspace(const HeadGroup& group, Policy policy, std::int64_t padded_vocabulary, bool lower_bound = false);

}  // namespace tracegate::price
