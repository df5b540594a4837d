// Change sets of every fixture: all of a set's edits open the gate, and without any one of them it stays shut.
#include <doctest/doctest.h>

#include <fstream>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "analyzer/why/change_set.h"
#include "ir/dialects/reader.h"
#include "rules/evaluate/evaluate.h"
#include "rules/language/rule.pb.h"
#include "tests/support/judging.h"
#include "tests/support/model_text.h"

namespace tracegate::analyzer {
namespace {

std::vector<ir::Edit> edits_of(const ChangeSet& set) {
  std::vector<ir::Edit> edits;
  for (const Change& change : set.changes) edits.insert(edits.end(), change.edits.begin(), change.edits.end());
  return edits;
}

rules::Verdict judged(const ir::ModuleGraph& graph, const rules::Profile& profile, const std::vector<ir::Edit>& edits) {
  const ir::ModuleGraph changed = ir::edited(graph, edits);
  return judge_gate(changed, profile, edited_run(graph.run(), edits)).verdict;
}

void check_sets(const ir::ModuleGraph& graph, const rules::Profile& profile, const ChangePlan& plan) {
  for (const ChangeSet& set : plan.sets) {
    const std::vector<ir::Edit> edits = edits_of(set);
    CHECK(judged(graph, profile, edits) == rules::Verdict::kMatched);
    for (std::size_t i = 0; i < edits.size(); ++i) {
      std::vector<ir::Edit> rest = edits;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      INFO(describe_edit(graph, edits[i]));
      CHECK(judged(graph, profile, rest) != rules::Verdict::kMatched);
    }
  }
}

TEST_CASE("change sets of every fixture open the gate, and no edit can be left out") {
  std::ifstream manifest(test::source_path("fixtures/manifest.jsonl"));
  std::size_t closed = 0;
  for (std::string line; std::getline(manifest, line);) {
    const auto row = nlohmann::json::parse(line);
    if (row.at("missed").empty()) continue;
    const std::string file = row.at("file"), profile_id = row.at("profile");
    INFO(file, " ", profile_id);
    const rules::Profile& profile = test::shipped(profile_id);
    const ir::ModuleGraph graph = ir::read_model(ir::MemorySource(test::file_bytes(test::source_path("fixtures/" + file))));
    const GateReport report = judge_gate(graph, profile, graph.run());
    const ChangePlan plan = plan_changes(graph, profile, graph.run(), report);
    CHECK(plan.sets.empty() == !plan.without.empty());
    closed += plan.sets.empty() ? 0 : 1;
    check_sets(graph, profile, plan);
  }
  CHECK(closed > 100);
}

// One to four facts of random objects, each put to a value that facts of this kind can have.
std::vector<ir::Edit> random_edits(const ir::ModuleGraph& graph, std::mt19937& random) {
  constexpr const char* kValues[] = {"none:", "bool:True", "bool:False", "int:0", "int:2", "str:full", "float:1.0", "tensor:float32[4]"};
  const auto below = [&](std::size_t bound) { return random() % bound; };
  std::vector<ir::Edit> edits;
  for (std::size_t count = 1 + below(4); edits.size() < count;) {
    const auto vertex = static_cast<ir::Vertex>(below(graph.size()));
    const auto& facts = graph.block(vertex).facts;
    if (facts.empty()) continue;
    std::string key(graph.text(facts[below(facts.size())].first));
    if (key.starts_with('@')) {
      edits.push_back({below(2) == 0 ? ir::Edit::Kind::kRemoveEntry : ir::Edit::Kind::kRestoreDelegate, vertex, key.substr(1), {}});
    } else if (key.find_first_of("?#[") == std::string::npos) {
      edits.push_back(
          {below(4) == 0 ? ir::Edit::Kind::kRemove : ir::Edit::Kind::kSetValue, vertex, key, kValues[below(std::size(kValues))]});
    }
  }
  return edits;
}

TEST_CASE("random models: sets open the gate, and explaining finds what judging finds") {
  const std::string bytes = test::file_bytes(test::source_path("fixtures/dense-cp2-seed/matched__traced_hybrid.onnx"));
  const ir::ModuleGraph whole = ir::read_model(ir::MemorySource(bytes));
  std::mt19937 random(20261130);
  std::size_t closed = 0;
  for (int i = 0; i < 300; ++i) {
    const std::vector<ir::Edit> edits = random_edits(whole, random);
    std::string text;
    for (const ir::Edit& edit : edits)
      text += fmt::format("{}: {}; ", whole.text(whole.object(edit.object).path), describe_edit(whole, edit));
    INFO(text);
    const rules::Profile& profile = test::shipped(i % 2 == 0 ? "dense-cp2-seed" : "dense-cp2-newest");
    const ir::ModuleGraph graph = ir::edited(whole, edits);
    const GateReport report = judge_gate(graph, profile, graph.run());
    const ChangePlan plan = plan_changes(graph, profile, graph.run(), report);
    CHECK((report.verdict == rules::Verdict::kMatched) == (plan.sets.empty() && plan.without.empty()));
    check_sets(graph, profile, plan);
    closed += plan.sets.empty() ? 0 : 1;

    // Layer by layer with a listener, as explanations look: the same findings as by class.
    std::set<std::pair<std::string, std::string>> explained, judged_findings;
    rules::Evaluator evaluator(graph, profile, graph.run());
    std::vector<std::size_t> all(evaluator.layers().size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    evaluator.listen([&](std::size_t condition, const rules::Subject& subject, const rules::Result& result, const rules::Places&) {
      explained.emplace(profile.condition(condition).id(), fmt::format("{} {}", subject.path(), rules::name(result.outcome.verdict)));
    });
    const rules::Judgement model = evaluator.judge_model();
    for (const std::size_t layer : all) evaluator.judge_layer(layer, model);
    if (all.empty()) continue;
    for (const ConditionReport& condition : report.conditions) {
      for (const Finding& finding : condition.findings) {
        if (finding.verdict == rules::Verdict::kBlocked) continue;
        judged_findings.emplace(condition.id, fmt::format("{} {}", finding.path, rules::name(finding.verdict)));
      }
    }
    CHECK(explained == judged_findings);
  }
  CHECK(closed > 60);
}

}  // namespace
}  // namespace tracegate::analyzer
