// The sizes of a model that a price depends on (docs/price.md, section 2.1). All in elements or counts, of the whole model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/amount.h"

namespace tracegate::price {

struct Geometry {
  std::int64_t hidden_size = 0;      // H
  std::int64_t ffn_hidden_size = 0;  // F, the largest over the layers
  std::int64_t config_layers = 0;    // L, as the config says
  std::int64_t decoder_layers = 0;   // n, as the decoder has
  // Attention. 0 where not known: then queries and keys are as wide as the hidden size.
  std::int64_t attention_heads = 0;
  std::int64_t query_groups = 0;
  std::int64_t head_dim = 0;
  bool output_gate = false;  // g
  // GatedDeltaNet layers, and how many layers receive their input in the GDN layout.
  std::int64_t gdn_layers = 0;  // Gd
  std::int64_t gdn_inputs = 0;  // G_in
  std::vector<bool> gdn_input;  // by decoder layer: its input arrives in the GDN layout; empty where no layer's does
  std::int64_t key_heads = 0;
  std::int64_t key_dim = 0;
  std::int64_t value_heads = 0;
  std::int64_t value_dim = 0;
  std::int64_t conv_kernel = 0;
  std::int64_t activation_factor = 5;  // phi, see activation_factor_of

  Amount query_width() const { return width_or_hidden(attention_heads); }        // q
  Amount key_width() const { return width_or_hidden(query_groups); }             // kv
  Amount linear_key_width() const { return Amount(key_heads) * key_dim; }        // K
  Amount linear_value_width() const { return Amount(value_heads) * value_dim; }  // V
  bool has_attention() const { return gdn_layers < config_layers; }
  bool has_gdn() const { return gdn_layers > 0; }

 private:
  Amount width_or_hidden(std::int64_t heads) const {
    const Amount width = Amount(heads) * head_dim;
    return width ? width : Amount(hidden_size);
  }
};

// phi: tensors of the FFN's width that a layer's activation keeps without recompute. `fused`: bias and activation by Megatron's own kernel.
// A clamp keeps its own tensors only where the activation is not fused.
constexpr std::int64_t activation_factor_of(bool fused, bool clamped) { return fused ? 3 : clamped ? 7 : 5; }

// Sets Gd, G_in and which inputs arrive in the GDN layout: those of a GDN layer behind a GDN layer, where rows stay where the first had
// them. `is_gdn`: by decoder layer.
void set_gdn_layers(const std::vector<bool>& is_gdn, Geometry& geometry);

// What is recomputed in backward. Only "full" is inside a profile's domain.
struct Recompute {
  std::string granularity;      // full, selective, or empty: none
  bool recomputes_mlp = false;  // "mlp" is among the modules of selective recompute
  bool full() const { return granularity == "full"; }
};

}  // namespace tracegate::price
