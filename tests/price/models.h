// Models, settings and waves that the tests of prices share.
#pragma once

#include <cstdint>
#include <vector>

#include "analyzer/price/policy.h"
#include "analyzer/price/wave.h"

namespace tracegate::price {

// A test model with only the sizes that boundaries and widths need: no heads, no GDN layer.
Geometry stub();
// Hybrids whose every fourth layer is attention, named by their size.
Geometry hybrid_2b();
Geometry hybrid_9b();
Geometry hybrid_27b();
Geometry hybrid_35b();  // mixers only
// Attention only.
Geometry dense_14b();

// Two context-parallel ranks, full recompute, checkpoint conditions and layout support on two ranks; Transformer Engine is cold.
Setting setting_of(Geometry geometry, std::int64_t cp = 2);

// P and N by the profile of `traced` or `later` for a sum of ranks; traced on two ranks; 0 for the other policies.
ProfileWidths widths_of(Policy policy, const Geometry& geometry, std::int64_t ranks);

Group gradient(std::int64_t rows, std::vector<RankLayout> layout = {});
Group no_grad(std::int64_t rows, std::vector<RankLayout> layout = {});
Wave wave_of(std::vector<Group> groups, std::int64_t packed_tokens, std::int64_t output_bytes = 0, std::int64_t head_bytes = 0);

}  // namespace tracegate::price
