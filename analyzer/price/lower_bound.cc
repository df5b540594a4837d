#include "analyzer/price/lower_bound.h"

#include <algorithm>

#include "analyzer/price/factor.h"
#include "analyzer/price/learned.h"
#include "ir/text/error.h"

namespace tracegate::price {

Amount least_retained_row(const Geometry& geometry) {
  const Amount queries = Amount(geometry.attention_heads) * geometry.head_dim;
  const Amount pairs = Amount(geometry.query_groups) * 2 * geometry.head_dim;
  Amount elements = queries;
  if (geometry.attention_heads > 1) elements += queries;
  if (geometry.query_groups > 1) elements += pairs;
  return elements * 2 + Amount(8) * geometry.attention_heads;
}

Wave bound_wave(const BoundWave& child, const Setting& setting) {
  Wave wave;
  wave.logical_tokens = child.logical_tokens;
  wave.output_bytes = child.output_bytes;
  wave.head_bytes = child.head_bytes;
  wave.packed_pricing = child.packed_pricing;
  wave.learned = child.learned;
  const bool layouts = setting.layout_support && setting.cp == setting.layout_ranks;
  Amount tokens;
  for (const BoundGroup& bound : child.groups) {
    tokens += bound.length;
    Group& group = wave.groups.emplace_back();
    group.rows = ceil_div(bound.length, setting.cp).value();
    group.gradient = bound.gradient;
    group.slot = bound.slot;
    group.pending_gradient_bytes = bound.pending_gradient_bytes;
    if (!layouts) continue;
    // Rounded down: the largest rank's total is at least the total at the mean, and rounding up can exceed it.
    RankLayout rank;
    rank.attention_rows = bound.length / setting.cp;
    if (setting.geometry.has_gdn()) rank.gdn_rows = rank.attention_rows;
    rank.attention_retained_bytes = (Amount(rank.attention_rows) * least_retained_row(setting.geometry)).value();
    group.layout.assign(static_cast<std::size_t>(setting.cp), rank);
  }
  wave.packed_tokens = tokens.value();
  return wave;
}

Price lower_bound(const BoundWave& child, const Setting& setting, Policy policy, ProfileWidths widths, bool keep_share) {
  try {
    const Wave wave = bound_wave(child, setting);
    PriceOptions options;
    options.keep_share = keep_share;
    options.activation_tokens = ceil_div(wave.packed_tokens, setting.cp);
    Price price = price_wave(wave, setting, policy, widths, options);
    if (wave.learned && wave.learned->retained_bytes_per_token && wave.packed_tokens > 0) {
      const Learned::Rate& rate = wave.learned->rate;
      const double logical = static_cast<double>(wave.logical_tokens), most = kFarther * rate.logical_per_packed;
      const double reached = std::min(static_cast<double>(child.unshared_tokens), kFarther * static_cast<double>(rate.packed_tokens));
      // A packing that shares less could come near enough to what was observed to be retained on that estimate.
      if (logical / static_cast<double>(wave.packed_tokens) > most && logical / reached <= most) {
        price.retained_estimate = std::min(price.retained_estimate, with_factor(Amount(wave.output_bytes) + price.busiest.retained()));
        price.ephemeral = price.plan_cost - price.retained_estimate;
      }
    }
    return price;
  } catch (const Overflow&) {
    throw UsageError("the lower bound of a child does not fit 64 bits");
  }
}

}  // namespace tracegate::price
