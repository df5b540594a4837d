// Change sets of every fixture: all of a set's edits open the gate, and without any one of them it stays shut.
#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "analyzer/change_set.h"
#include "ir/reader.h"
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

TEST_CASE("change sets of every fixture open the gate, and no edit can be left out") {
  std::ifstream manifest(test::source_path("fixtures/manifest.jsonl"));
  std::size_t closed = 0, open = 0;
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
    (plan.sets.empty() ? open : closed) += 1;
    if (std::getenv("SHOW") != nullptr) {
      fmt::print("{} {}\n", file, profile_id);
      for (const NoChange& none : plan.without) fmt::print("    without {}: {}\n", none.id, none.why);
    }
    for (const ChangeSet& set : plan.sets) {
      if (std::getenv("SHOW") != nullptr) {
        fmt::print("  set\n");
        for (const Change& change : set.changes) fmt::print("    {}  {}  {}  x{}  [{}]\n", change.kind, change.path, change.text, change.objects, fmt::join(change.conditions, " "));
      }
      const std::vector<ir::Edit> edits = edits_of(set);
      CHECK(judged(graph, profile, edits) == rules::Verdict::kMatched);
      for (std::size_t i = 0; i < edits.size(); ++i) {
        std::vector<ir::Edit> rest = edits;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        INFO(describe_edit(graph, graph.run(), edits[i]));
        CHECK(judged(graph, profile, rest) != rules::Verdict::kMatched);
      }
    }
  }
  CHECK(closed > 100);
  MESSAGE(closed, " closed, ", open, " not");
}

}  // namespace
}  // namespace tracegate::analyzer
