// What a match is worth: the profile's widths, in bytes per row.
//
// Each width is element_bytes * (sum of times * floor(symbol / divided_by)), its symbols being maxima over the layers. The rank symbol is
// taken once for the constructor's adapters and once for each named slot; the widths are the largest of these runs. The formulas are data
// (`symbol` and `width` of a profile); docs/widths.md explains them and names their source.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "rules/evaluate/evaluate.h"

namespace tracegate::analyzer {

struct Width {
  std::string id;
  std::string title;
  std::int64_t bytes_per_row = 0;
  std::int64_t residue_bytes_per_row = 0;  // the part that a price shows as a term of its own
};

// A text where a symbol is not known or a width does not fit 64 bits.
using Widths = std::variant<std::vector<Width>, std::string>;

// `representatives`: layers that stand for all; at least one. The verdict is not asked.
Widths compute_widths(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run, const rules::Places& places,
                      const std::vector<std::size_t>& representatives);

// The same from plain numbers, for prices without a model. A symbol that is the largest of an attribute is known by the profile's
// `pricing`: as its F, or as the attribute that tells the hidden size.
Widths widths_from(const rules::Profile& profile, std::int64_t hidden_size, std::int64_t ffn_hidden_size, std::int64_t adapter_rank_sum);

}  // namespace tracegate::analyzer
