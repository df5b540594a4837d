// The static floor: a price a packed token from the layer count alone (docs/price.md, section 3.2).
#pragma once

#include "analyzer/price/sum.h"
#include "analyzer/price/wave.h"
#include "ir/amount.h"

namespace tracegate::price {

// alpha, the H-wide rows charged for a packed token.
std::int64_t static_rows(std::int64_t config_layers);

// T * H * 2 * alpha; for a gradient wave under another recompute than full at least what all layers keep.
// `activation_tokens`: T*, the packed tokens whose activations one rank keeps. Throws Overflow.
Sum static_floor(const Wave& wave, const Setting& setting, Amount activation_tokens, Ledger* ledger = nullptr);

// T* of a wave: its packed tokens, or with several context-parallel ranks the busiest rows of all groups together.
Amount activation_tokens(const Wave& wave, const Setting& setting);

// Bytes of the segment states of one segment in one GDN layer: two FP32 states and the history of the convolution (section 3.4).
Amount segment_bytes(const Geometry& geometry);

}  // namespace tracegate::price
