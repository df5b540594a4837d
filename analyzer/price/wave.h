// What a price is asked for: groups of requests that run as one micro-batch, and the run they belong to (docs/price.md, sections 2.3, 2.4).
//
// Plain numbers, as the caller gives them; check_wave (wave_check.h) says what is contradictory. Slots are not here: which adapter a group
// uses decides the widths, once for the whole wave.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/price/geometry.h"

namespace tracegate::price {

// What one context-parallel rank holds of a group.
struct RankLayout {
  std::int64_t attention_rows = 0;
  std::optional<std::int64_t> gdn_rows;  // none: as many as attention rows, for models without GDN layers
  std::int64_t attention_retained_bytes = 0;
  std::int64_t gdn_states = 0;  // segment states of one GDN layer; only `later` prices them
};

struct Group {
  std::int64_t rows = 0;  // the busiest rank's
  bool gradient = false;
  std::string slot;                                  // "" the constructor's adapters, "base" none, else "KIND:NAME"
  std::vector<RankLayout> layout;                    // by rank; empty: not known
  std::vector<std::int64_t> pending_gradient_bytes;  // adapter gradients not yet allocated: each decoder layer, then the rest; empty: none
};

// Bytes a token that were observed for waves of one signature. It can only raise a price.
struct Learned {
  struct Rate {
    double bytes_per_token = 0;
    std::int64_t packed_tokens = 0;
    double logical_per_packed = 1;
  };
  Rate rate;
  std::optional<double> retained_bytes_per_token;
  std::optional<Rate> warm;  // only `later` looks at it
};

struct Wave {
  std::vector<Group> groups;
  std::int64_t packed_tokens = 0;  // T
  std::int64_t logical_tokens = 0;
  std::int64_t segments = 0;
  std::int64_t output_bytes = 0;  // O
  std::int64_t head_bytes = 0;
  bool packed_pricing = false;  // all groups gradient, single-target requests of at least 64 tokens
  std::optional<Learned> learned;

  bool has_layouts() const { return !groups.empty() && !groups.front().layout.empty(); }
};

// Bytes a row by a profile; both 0 where its gate is not matched.
struct ProfileWidths {
  std::int64_t gradient = 0;  // P
  std::int64_t no_grad = 0;   // N
  std::int64_t residue = 0;   // the part of P that reports show as a term of its own
  std::int64_t ranks = 0;     // context-parallel ranks that the profile was traced on: the widths hold there alone
};

// What of model and run decides a formula.
struct Setting {
  Geometry geometry;
  Recompute recompute;
  std::int64_t tp = 1, cp = 1, pp = 1;
  bool checkpoint_conditions = false;  // the checkpoint floor applies
  bool layout_support = false;         // of the model's structure; the topology is asked besides
  std::int64_t layout_ranks = 0;       // context-parallel ranks on which layouts are priced rank by rank
  bool fc1_wrapped = false;            // each layer's FC1 is the adapter wrapper
  bool te_warm = false;                // Transformer Engine's workspaces are allocated already, as the policy counts it
};

}  // namespace tracegate::price
