#include "analyzer/price/layout_floor.h"

#include <algorithm>

#include "analyzer/price/mixer.h"
#include "analyzer/price/row_widths.h"
#include "analyzer/price/static_floor.h"
#include "analyzer/price/te_growth.h"

namespace tracegate::price {
namespace {

constexpr const char* kSection = "3.4";

bool used(const Basis& basis) {
  const Setting& setting = basis.setting;
  const Wave& wave = basis.wave;
  if (basis.rules.layout_waves == LayoutWaves::kNone || !wave.has_layouts()) return false;
  if (!setting.layout_support || !setting.checkpoint_conditions) return false;
  if (setting.tp != 1 || setting.cp != setting.layout_ranks || setting.pp != 1) return false;
  const bool first = wave.groups.front().gradient;
  for (const Group& group : wave.groups) {
    if (group.gradient != first) return false;
  }
  return basis.rules.layout_waves == LayoutWaves::kGradient ? first : basis.uses_profile_widths();
}

class Reader {
 public:
  explicit Reader(const Basis& basis) : basis_(basis), keeps_(basis.wave.groups.front().gradient) {
    const Geometry& geometry = basis.setting.geometry;
    if (basis.rules.segment_states) states_ = segment_bytes(geometry);
    if (!keeps_) {
      attention_.add(TermKind::kNoGradTransient, kSection, basis.widths.no_grad);
      gdn_ = attention_;
      return;
    }
    const MixerWidths mixer = basis.rules.short_layout_mixer ? later_layout_mixer(geometry) : layout_mixer(geometry, true);
    attention_.add(TermKind::kMixer, "3.5", mixer.attention);
    gdn_.add(TermKind::kMixer, "3.5", mixer.gdn);
    if (!basis.uses_profile_widths()) return;
    attention_.add_gradient_stage(kSection, geometry.hidden_size, basis.widths);
    gdn_.add_gradient_stage(kSection, geometry.hidden_size, basis.widths);
  }

  LayoutFloor read() {
    LayoutFloor out;
    out.floor = {Sum(Branch::kFloor, basis_.ledger), Sum(Branch::kFloor, basis_.ledger), 0};
    out.ranks.resize(static_cast<std::size_t>(basis_.setting.cp));
    Stage stage;
    int most_retained = 0, most = 0;
    for (int k = 0; k < static_cast<int>(out.ranks.size()); ++k) {
      Stage own{-1, k, keeps_};
      const LayoutFloor::Rank& one = out.ranks[k] = rank(own);
      const LayoutFloor::Rank &keeper = out.ranks[most_retained], &largest = out.ranks[most];
      if (one.retained > keeper.retained) most_retained = k;
      if (k == 0 || one.retained + one.workspace > largest.retained + largest.workspace) {
        most = k;
        stage = own;
      }
    }
    const Amount retained = out.ranks[most_retained].retained;
    out.floor.boundaries.add(retained, [&](Amount bytes) {
      return Term{TermKind::kBoundariesOfRank, kSection, bytes, {}, {most_retained, -1}};
    });
    if (stage) add_stage(stage, out.floor.stage);
    // The largest total and the most boundaries may be of two ranks: the workspace is the rest of the largest total.
    out.floor.stage.add(out.ranks[most].retained - retained, [&](Amount bytes) {
      return Term{TermKind::kFewerBoundaries, kSection, bytes, {}, {most, most_retained}};
    });
    if (basis_.rules.te_growth_in_floor && basis_.uses_profile_widths()) {
      out.floor.te_growth = te_growth(basis_.setting);
      out.floor.stage.add(TermKind::kTeGrowth, "3.8", out.floor.te_growth);
    }
    return out;
  }

 private:
  static Amount attention_rows(const RankLayout& layout) { return std::max<std::int64_t>(1, layout.attention_rows); }
  static Amount gdn_rows(const RankLayout& layout) {
    return layout.gdn_rows ? Amount(std::max<std::int64_t>(1, *layout.gdn_rows)) : attention_rows(layout);
  }

  // What stands beside the rows of a stage.
  Amount beside(const RankLayout& layout, bool gdn) const {
    if (gdn) return ceil_div(Amount(layout.gdn_states) * states_, 2);
    return keeps_ ? Amount(layout.attention_retained_bytes) : Amount(0);
  }

  // `stage`: of its rank; its group and kind of layer are set.
  LayoutFloor::Rank rank(Stage& stage) const {
    const Geometry& geometry = basis_.setting.geometry;
    const Amount row = Amount(2) * geometry.hidden_size;
    const Amount attention_inputs = Amount(geometry.decoder_layers) - geometry.gdn_inputs;
    LayoutFloor::Rank out;
    for (std::size_t i = 0; i < basis_.wave.groups.size(); ++i) {
      const RankLayout& layout = basis_.wave.groups[i].layout[static_cast<std::size_t>(stage.rank)];
      const Amount attention = attention_rows(layout), gdn = gdn_rows(layout);
      if (keeps_) out.retained += row * (attention_inputs * attention + Amount(geometry.gdn_inputs) * gdn);
      const auto take = [&](Amount bytes, bool is_gdn) {
        if (bytes <= out.workspace) return;
        out.workspace = bytes;
        stage.group = static_cast<int>(i);
        stage.gdn = is_gdn;
      };
      if (geometry.has_attention()) take(attention * attention_.total() + beside(layout, false), false);
      if (geometry.has_gdn()) take(gdn * gdn_.total() + beside(layout, true), true);
    }
    return out;
  }

  void add_stage(const Stage& stage, Sum& sum) const {
    const Group& group = basis_.wave.groups[static_cast<std::size_t>(stage.group)];
    const RankLayout& layout = group.layout[static_cast<std::size_t>(stage.rank)];
    sum.set_stage(stage);
    (stage.gdn ? gdn_ : attention_).times(stage.gdn ? gdn_rows(layout) : attention_rows(layout), sum);
    sum.add(beside(layout, stage.gdn), [&](Amount bytes) {
      if (!stage.gdn) return Term{TermKind::kAttentionRetained, "3.16", bytes, {}};
      return Term{TermKind::kSegmentStates, kSection, bytes, {layout.gdn_states, states_}};
    });
  }

  const Basis& basis_;
  bool keeps_;  // boundaries and what attention retains are kept
  RowWidths attention_;
  RowWidths gdn_;
  Amount states_;  // bytes of two states; 0 where they are not priced
};

}  // namespace

std::optional<LayoutFloor> layout_floor(const Basis& basis) {
  if (!used(basis)) return std::nullopt;
  return Reader(basis).read();
}

}  // namespace tracegate::price
