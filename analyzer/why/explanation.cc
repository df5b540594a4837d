#include "analyzer/why/explanation.h"

#include <algorithm>

#include "analyzer/quote/gate_outcome.h"
#include "analyzer/quote/model_price.h"

namespace tracegate::analyzer {
namespace {

std::optional<RowPrice> row_price(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run,
                                  const GateReport& report) {
  if (policy_of(profile) != price::Policy::kTraced || report.decoder_layers == 0) return std::nullopt;
  const ModelSetting setting = model_setting(graph, profile, run, report);
  const ProfileStanding standing = standing_of(profile, report);
  const price::Geometry& geometry = setting.setting.geometry;
  if (!standing.if_matched || geometry.hidden_size <= 0 || geometry.decoder_layers <= 0) return std::nullopt;
  try {
    const Amount row = Amount(2) * geometry.hidden_size;
    RowPrice out;
    out.layers = geometry.decoder_layers;
    out.now = (row * geometry.decoder_layers).value();
    out.if_matched = (row + Amount(4) * geometry.hidden_size + standing.if_matched->gradient).value();
    return out;
  } catch (const Overflow&) {
    return std::nullopt;
  }
}

}  // namespace

Explanation explain(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run) {
  Explanation out;
  out.report = judge_gate(graph, profile, run);
  out.plan = plan_changes(graph, profile, run, out.report);
  out.differences = layer_differences(graph, profile, out.report);
  if (out.report.decoder_layers == 0) out.likely = likely_layers(graph, profile);
  out.row = row_price(graph, profile, run, out.report);
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
