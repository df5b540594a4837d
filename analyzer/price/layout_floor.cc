#include "analyzer/price/layout_floor.h"

#include <algorithm>

#include "analyzer/price/mixer.h"
#include "analyzer/price/static_floor.h"
#include "analyzer/price/te_growth.h"

namespace tracegate::price {
namespace {

bool used(const Wave& wave, const Setting& setting, Policy policy, bool covered) {
  if (policy == Policy::kMain || !wave.has_layouts() || !setting.layout_support || !setting.checkpoint_conditions) return false;
  if (setting.tp != 1 || setting.cp != static_cast<std::int64_t>(kLayoutRanks) || setting.pp != 1) return false;
  const bool first = wave.groups.front().gradient;
  for (const Group& group : wave.groups) {
    if (group.gradient != first) return false;
  }
  return policy == Policy::kLater ? covered : first;
}

struct Stages {
  Amount attention;  // bytes a row
  Amount gdn;
  bool keeps;     // boundaries and what attention retains are kept
  Amount states;  // bytes of two states; only `later` prices them
};

Stages stages_of(const Wave& wave, const Setting& setting, Policy policy, ProfileWidths widths) {
  const Geometry& geometry = setting.geometry;
  const bool gradient = wave.groups.front().gradient;
  Stages stages{0, 0, gradient, 0};
  if (policy == Policy::kLater) stages.states = segment_bytes(geometry);
  if (!gradient) {
    stages.attention = stages.gdn = widths.no_grad;
    return stages;
  }
  const MixerWidths mixer = policy == Policy::kLater ? later_layout_mixer(geometry) : layout_mixer(geometry, true);
  const Amount more = widths.gradient != 0 ? Amount(4) * geometry.hidden_size + widths.gradient : Amount(0);
  stages.attention = mixer.attention + more;
  stages.gdn = mixer.gdn + more;
  return stages;
}

}  // namespace

std::optional<LayoutFloor> layout_floor(const Wave& wave, const Setting& setting, Policy policy, bool covered, ProfileWidths widths) {
  if (!used(wave, setting, policy, covered)) return std::nullopt;
  const Geometry& geometry = setting.geometry;
  const Stages stages = stages_of(wave, setting, policy, widths);
  const Amount row = Amount(2) * geometry.hidden_size;
  const Amount attention_inputs = Amount(geometry.decoder_layers) - geometry.gdn_inputs;
  LayoutFloor out;
  Amount total;
  for (std::size_t k = 0; k < kLayoutRanks; ++k) {
    LayoutFloor::Rank& rank = out.ranks[k];
    int group_of_stage = -1;
    bool gdn_stage = false;
    for (std::size_t i = 0; i < wave.groups.size(); ++i) {
      const RankLayout& layout = wave.groups[i].layout[k];
      const Amount attention = std::max<std::int64_t>(1, layout.attention_rows);
      const Amount gdn = layout.gdn_rows ? Amount(std::max<std::int64_t>(1, *layout.gdn_rows)) : attention;
      if (stages.keeps) rank.retained += row * (attention_inputs * attention + Amount(geometry.gdn_inputs) * gdn);
      const auto take = [&](Amount bytes, bool is_gdn) {
        if (bytes <= rank.workspace) return;
        rank.workspace = bytes;
        group_of_stage = static_cast<int>(i);
        gdn_stage = is_gdn;
      };
      if (geometry.has_attention()) {
        take(attention * stages.attention + (stages.keeps ? Amount(layout.attention_retained_bytes) : Amount(0)), false);
      }
      if (geometry.has_gdn()) take(gdn * stages.gdn + ceil_div(Amount(layout.gdn_states) * stages.states, 2), true);
    }
    if (rank.retained > out.floor.retained || k == 0) {
      out.floor.retained = rank.retained;
      out.floor.retained_rank = static_cast<int>(k);
    }
    if (rank.retained + rank.workspace > total || k == 0) {
      total = rank.retained + rank.workspace;
      out.floor.rank = static_cast<int>(k);
      out.floor.group = group_of_stage;
      out.floor.gdn_stage = gdn_stage;
    }
  }
  out.floor.workspace = total - out.floor.retained;
  if (policy == Policy::kTraced && widths.gradient != 0) {
    out.floor.te_growth = te_growth(setting);
    out.floor.workspace += out.floor.te_growth;
  }
  return out;
}

}  // namespace tracegate::price
