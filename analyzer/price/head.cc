#include "analyzer/price/head.h"

#include <algorithm>

namespace tracegate::price {
namespace {

constexpr std::int64_t kChunkRows = 512;  // rows that the head projects at once

Amount chunk_bytes(std::int64_t rows, std::int64_t padded_vocabulary) { return Amount(std::min(rows, kChunkRows)) * padded_vocabulary * 2; }

// What is kept to find labels and top-k entries in a chunk.
Amount index_vectors(const HeadGroup& group) {
  Amount width, labels, top_k;
  for (const HeadRequest& request : group.requests) {
    labels += request.label_entries;
    top_k += Amount(request.tokens) * request.top_k;
    width += request.top_k;
    if (request.tokens > 0) width += ceil_div(request.label_entries, request.tokens);
  }
  const Amount chunk = std::min(group.projected_rows, kChunkRows);
  const Amount entries = std::min(chunk * width, labels + top_k);
  return Amount(128) * chunk + Amount(36) * entries + Amount(32) * labels + (group.gradient ? Amount(4) * top_k : Amount(0));
}

}  // namespace

Amount output_bytes(const std::vector<HeadRequest>& requests, std::int64_t hidden_size, std::int64_t padded_vocabulary) {
  Amount bytes;
  for (const HeadRequest& request : requests) {
    if (request.has_targets) bytes += Amount(4) * request.label_entries;
    bytes += Amount(12) * request.tokens * request.top_k;
    if (request.logits) bytes += Amount(request.tokens) * padded_vocabulary * 2;
    if (request.hidden_states) bytes += Amount(request.tokens) * hidden_size * 2;
  }
  return bytes;
}

Amount head_workspace(const HeadGroup& group, Policy policy, std::int64_t padded_vocabulary, bool lower_bound) {
  const Amount dense = chunk_bytes(group.projected_rows, padded_vocabulary);
  bool targets = false, statistics = false, logits = false;
  for (const HeadRequest& request : group.requests) {
    targets = targets || request.has_targets;
    statistics = statistics || request.has_targets || request.top_k > 0;
    logits = logits || request.logits;
  }
  if (!group.stock_scaling || group.projected_rows == 0) return dense;
  const Amount labelled = chunk_bytes(group.labelled_chunk_rows, padded_vocabulary);
  if (!rules_of(policy).head_statistics) return targets && group.gradient ? std::max(dense, Amount(3) * labelled) : dense;
  if (lower_bound) return targets && group.gradient ? std::max(dense, Amount(2) * labelled) : dense;
  if (statistics) return Amount(7) * dense + index_vectors(group);
  return logits ? Amount(3) * dense : dense;
}

}  // namespace tracegate::price
