#include "tests/support/judging.h"

#include <map>
#include <stdexcept>

#include "analyzer/report/json/json.h"
#include "ir/dialects/reader.h"
#include "rules/language/shipped.h"
#include "tests/support/reporting.h"

namespace tracegate::test {

const rules::Profile& shipped(std::string_view id) {
  static std::map<std::string, rules::Profile, std::less<>> known;
  if (const auto found = known.find(id); found != known.end()) return found->second;
  for (const rules::ShippedProfile& profile : rules::shipped_profiles()) {
    if (profile.id == id) return known.emplace(id, rules::Profile::shipped(profile)).first->second;
  }
  throw std::invalid_argument("no such profile: " + std::string(id));
}

std::string source_path(std::string_view relative) { return std::string(TRACEGATE_SOURCE_ROOT) + "/" + std::string(relative); }

analyzer::GateReport judge_bytes(std::string_view bytes, const rules::Profile& profile) {
  const ir::ModuleGraph graph = ir::read_model(ir::MemorySource(bytes));
  return analyzer::judge_gate(graph, profile, graph.run());
}

std::string json_of(std::string_view bytes, const rules::Profile& profile) {
  return analyzer::write_json(report_of(profile, judge_bytes(bytes, profile)));
}

std::vector<std::string> ids_with(const analyzer::GateReport& report, rules::Verdict verdict) {
  std::vector<std::string> ids;
  for (const analyzer::ConditionReport& condition : report.conditions) {
    if (!condition.support && condition.verdict == verdict) ids.push_back(condition.id);
  }
  return ids;
}

}  // namespace tracegate::test
