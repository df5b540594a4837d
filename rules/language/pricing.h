// The words of a profile's `pricing` that are no names of the profile itself: closed lists, because each has a meaning in the formulas.
#pragma once

#include <array>
#include <string_view>

namespace tracegate::rules {

// Policies that take widths of a profile.
inline constexpr std::array<std::string_view, 2> kWidthPolicies = {"traced", "later"};

// What a GeometryFact may tell. Numbers unless said otherwise.
inline constexpr std::array<std::string_view, 16> kGeometrySymbols = {
    "hidden_size",
    "attention_heads",
    "query_groups",
    "head_dim",
    "output_gate",  // bool: attention has an output gate
    "key_heads",    // this and the next four: of linear-attention layers
    "key_dim",
    "value_heads",
    "value_dim",
    "conv_kernel",
    "config_layers",
    "recompute_granularity",  // text, or None: no recompute
    "recompute_modules",      // sequence of texts, or None
    "fused_activation",       // bool: bias and activation are fused
    "te_activation",          // bool: by Transformer Engine instead
    "clamp",                  // anything but None: the activation is clamped
};

}  // namespace tracegate::rules
