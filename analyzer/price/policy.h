// The four ways to price a wave, each a row of switches (docs/price.md, section 1). A formula asks a switch, never which policy it is.
#pragma once

#include <array>
#include <string_view>

namespace tracegate::price {

enum class Policy { kMain, kToday, kTraced, kLater };

inline constexpr std::array kPolicies = {Policy::kMain, Policy::kToday, Policy::kTraced, Policy::kLater};

// Which waves stand on the floor per layout, where their layouts are known (section 3.4).
enum class LayoutWaves { kNone, kGradient, kCoveredOfOneKind };

// Where one input gradient is alive a row, instead of one a boundary (section 3.6).
enum class OneGradient { kNever, kWithWidths, kPerLayout };

struct PolicyRules {
  std::string_view name;
  bool profile_widths = false;            // a profile's widths are used where its gate is matched (3.1)
  bool recomputed_mixer = false;          // over busiest rows, a gradient group's stage has the recomputed mixer (3.3)
  bool widths_over_busiest_rows = false;  // over busiest rows, the widths are in the stages (3.3)
  bool te_growth_in_floor = false;        // C is a part of the workspace where the widths are used (3.3, 3.4)
  LayoutWaves layout_waves = LayoutWaves::kNone;
  bool short_layout_mixer = false;  // W_att without a second set of hidden rows (3.5)
  bool segment_states = false;      // GDN states stand beside a GDN layer's stage (3.4)
  OneGradient one_gradient = OneGradient::kNever;
  bool static_share = false;            // several no-grad groups share the static floor (3.7)
  bool no_grad_stage = false;           // a no-grad stage beside the floor (3.7)
  bool te_growth_in_plan = false;       // C in the plan cost of a gradient wave per layout (3.11)
  bool cold_transient = false;          // of a first gradient wave (3.8)
  bool adapter_gradients = false;       // those that backward allocates (3.15)
  bool te_warm_by_device = false;       // Transformer Engine counts as warm by this device's entry (3.8)
  bool head_statistics = false;         // the head keeps what finds labels and top-k entries (3.9)
  bool admission_by_layout = true;      // the admission takes the plan cost's layouts (3.11)
  bool warm_rates = false;              // a learned profile's rates of warm runs count (3.12)
  bool today_without_widths = false;    // where the widths are not used, the price is that of `today` (1)
  bool no_grad_width_disputed = false;  // measurements of its no-grad width disagree (7)
};

// In the order of Policy.
inline constexpr std::array<PolicyRules, 4> kPolicyRules = {{
    {.name = "main"},
    {.name = "today", .recomputed_mixer = true, .layout_waves = LayoutWaves::kGradient},
    {.name = "traced",
     .profile_widths = true,
     .recomputed_mixer = true,
     .widths_over_busiest_rows = true,
     .te_growth_in_floor = true,
     .layout_waves = LayoutWaves::kGradient,
     .one_gradient = OneGradient::kWithWidths,
     .static_share = true,
     .today_without_widths = true},
    {.name = "later",
     .profile_widths = true,
     .layout_waves = LayoutWaves::kCoveredOfOneKind,
     .short_layout_mixer = true,
     .segment_states = true,
     .one_gradient = OneGradient::kPerLayout,
     .no_grad_stage = true,
     .te_growth_in_plan = true,
     .cold_transient = true,
     .adapter_gradients = true,
     .te_warm_by_device = true,
     .head_statistics = true,
     .admission_by_layout = false,
     .warm_rates = true,
     .no_grad_width_disputed = true},
}};

constexpr const PolicyRules& rules_of(Policy policy) { return kPolicyRules[static_cast<std::size_t>(policy)]; }
constexpr std::string_view name(Policy policy) { return rules_of(policy).name; }

}  // namespace tracegate::price
