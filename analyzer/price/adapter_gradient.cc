#include "analyzer/price/adapter_gradient.h"

#include <algorithm>

namespace tracegate::price {
namespace {

// What the gradients of one group take beyond its boundaries at the worst moment, and what is left of them at the end.
struct Extra {
  Amount extra;
  Amount net;
};

// `pending`: bytes of each decoder layer, then of what is outside. `boundary(i)`: bytes that are freed behind layer i.
template <typename Boundary>
Extra extra_of(const std::vector<std::int64_t>& pending, const Boundary& boundary) {
  Extra out;
  if (pending.empty()) {
    // No gradient to come: the boundaries only free memory.
    out.net = Amount(0);
    return out;
  }
  Amount held = pending.back();
  out.extra = held;
  // Backward goes from the last layer to the first.
  for (std::size_t i = pending.size() - 1; i-- > 0;) {
    held += pending[i];
    out.extra = std::max(out.extra, held);
    held -= boundary(i);
  }
  out.net = held;
  return out;
}

// The worst group, beside what the others leave behind.
template <typename ExtraOfGroup>
Amount worst(const Wave& wave, const ExtraOfGroup& extra_of_group) {
  Amount left, most;
  bool any = false;
  for (const Group& group : wave.groups) {
    if (!group.gradient) continue;
    const Extra extra = extra_of_group(group);
    const Amount own = std::max(Amount(0), extra.net);
    left += own;
    most = any ? std::max(most, extra.extra - own) : extra.extra - own;
    any = true;
  }
  return any ? most + left : Amount(0);
}

bool has_pending(const Wave& wave) {
  return std::any_of(wave.groups.begin(), wave.groups.end(), [](const Group& group) { return !group.pending_gradient_bytes.empty(); });
}

}  // namespace

Amount adapter_gradient(const Wave& wave, const Setting& setting) {
  if (!has_pending(wave)) return 0;
  return worst(wave, [&](const Group& group) {
    const Amount boundary = Amount(2) * setting.geometry.hidden_size * group.rows;
    return extra_of(group.pending_gradient_bytes, [&](std::size_t) { return boundary; });
  });
}

Amount adapter_gradient(const Wave& wave, const Setting& setting, const LayoutFloor& layout) {
  if (!has_pending(wave)) return 0;
  const Geometry& geometry = setting.geometry;
  const Amount row = Amount(2) * geometry.hidden_size;
  Amount total;
  for (std::size_t k = 0; k < layout.ranks.size(); ++k) {
    const Amount extra = worst(wave, [&](const Group& group) {
      const RankLayout& rank = group.layout[k];
      const Amount attention = row * std::max<std::int64_t>(1, rank.attention_rows);
      const Amount gdn = rank.gdn_rows ? row * std::max<std::int64_t>(1, *rank.gdn_rows) : attention;
      return extra_of(group.pending_gradient_bytes,
                      [&](std::size_t layer) { return layer < geometry.gdn_input.size() && geometry.gdn_input[layer] ? gdn : attention; });
    });
    const LayoutFloor::Rank& own = layout.ranks[k];
    total = std::max(total, own.retained + std::max(own.workspace, layout.floor.workspace()) + extra);
  }
  return std::max(Amount(0), total - layout.floor.retained() - layout.floor.workspace());
}

}  // namespace tracegate::price
