// Why a gate is shut, and what would open it: a report with everything that an explanation adds to it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/gate/gate.h"
#include "analyzer/quote/row_price.h"
#include "analyzer/why/change_set.h"
#include "analyzer/why/layer_difference.h"
#include "analyzer/why/likely_layers.h"

namespace tracegate::analyzer {

struct Explanation {
  GateReport report;
  ChangePlan plan;
  std::vector<LayerDifference> differences;
  std::optional<LikelyLayers> likely;                           // where there is no decoder layer
  std::optional<RowPrice> row;                                  // where the profile prices gradients and the sizes are known
  std::vector<std::string> tried;                               // what-if edits, in words; the report is then of the edited facts
  rules::Verdict file_verdict = rules::Verdict::kUndetermined;  // what the file itself says, where something is tried
};

Explanation explain(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run);

// Leaves out what is not about one decoder layer (an index), or not one condition. The verdict stays the whole model's.
void narrow(GateReport& report, std::optional<std::size_t> layer, const std::string& condition);

}  // namespace tracegate::analyzer
