#include "analyzer/why/explanation.h"

#include <algorithm>

#include "analyzer/quote/gate_outcome.h"
#include "analyzer/quote/model_price.h"

namespace tracegate::analyzer {
namespace {

std::optional<RowPrice> row_of(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run,
                               const GateReport& report) {
  if (!policy_of(profile) || report.decoder_layers == 0) return std::nullopt;
  return row_price(model_setting(graph, profile, run, report).setting.geometry, outcome_of(profile, report));
}

}  // namespace

Explanation explain(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run) {
  Explanation out;
  out.report = judge_gate(graph, profile, run);
  out.plan = plan_changes(graph, profile, run, out.report);
  out.differences = layer_differences(graph, profile, out.report);
  if (out.report.decoder_layers == 0) out.likely = likely_layers(graph, profile);
  out.row = row_of(graph, profile, run, out.report);
  return out;
}

void narrow(GateReport& report, std::optional<std::size_t> layer, const std::string& condition) {
  for (ConditionReport& one : report.conditions) {
    if (!condition.empty() && one.id != condition) {
      one.findings.clear();
      continue;
    }
    if (layer) std::erase_if(one.findings, [&](const Finding& finding) { return finding.layer != layer; });
  }
}

}  // namespace tracegate::analyzer
