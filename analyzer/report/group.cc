#include "analyzer/report/group.h"

#include <algorithm>
#include <optional>

namespace tracegate::analyzer {
namespace {

using rules::Verdict;

// The misses of one context, those at the same path beside each other.
std::vector<Miss> misses(const GateReport& report, std::optional<std::size_t> layer_class) {
  std::vector<Miss> found;
  const std::optional<std::size_t> first =
      layer_class ? std::optional(report.classes[*layer_class].layers.representative()) : std::nullopt;
  for (const ConditionReport& condition : report.conditions) {
    if (condition.support) continue;
    Miss miss{&condition, {}};
    for (const Finding& finding : condition.findings) {
      if (finding.verdict != Verdict::kMissed || finding.layer_class != layer_class || finding.layer != first) continue;
      miss.findings.push_back(&finding);
    }
    if (!miss.findings.empty()) found.push_back(std::move(miss));
  }
  std::vector<std::string> paths;
  for (const Miss& miss : found) {
    if (std::find(paths.begin(), paths.end(), miss.findings.front()->path) == paths.end()) paths.push_back(miss.findings.front()->path);
  }
  const auto rank = [&](const Miss& miss) { return std::find(paths.begin(), paths.end(), miss.findings.front()->path) - paths.begin(); };
  std::stable_sort(found.begin(), found.end(), [&](const Miss& a, const Miss& b) { return rank(a) < rank(b); });
  return found;
}

}  // namespace

std::vector<Block> group_findings(const GateReport& report) {
  std::vector<Block> blocks;
  blocks.push_back({{}, misses(report, std::nullopt)});
  for (std::size_t i = 0; i < report.classes.size(); ++i) blocks.push_back({report.classes[i].layers.layers, misses(report, i)});
  return blocks;
}

std::vector<MissingFact> group_missing(const GateReport& report) {
  std::vector<MissingFact> facts;
  for (const ConditionReport& condition : report.conditions) {
    if (condition.support) continue;
    for (const Finding& finding : condition.findings) {
      if (finding.verdict != Verdict::kUndetermined) continue;
      auto fact = std::find_if(facts.begin(), facts.end(), [&](const MissingFact& known) {
        return known.found == finding.found && known.reason == finding.reason && known.run_fact == condition.run_fact;
      });
      if (fact == facts.end()) fact = facts.insert(facts.end(), {finding.found, finding.reason, condition.run_fact, {}, {}});
      if (fact->conditions.empty() || fact->conditions.back() != &condition) fact->conditions.push_back(&condition);
      if (std::find(fact->paths.begin(), fact->paths.end(), finding.path) == fact->paths.end()) fact->paths.push_back(finding.path);
    }
  }
  return facts;
}

}  // namespace tracegate::analyzer
