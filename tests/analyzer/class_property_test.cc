// What holds for the first layer of a class holds for each of its layers: judged by class is judged layer by layer.
#include <cstdlib>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "analyzer/gate/gate.h"
#include "ir/text/error.h"
#include "rules/evaluate/evaluate.h"
#include "rules/language/rule.pb.h"
#include "tests/support/random_graph.h"
#include "tests/support/random_profile.h"

namespace tracegate::analyzer {
namespace {

using rules::Verdict;

// One line a result of one layer that is neither matched nor not applicable.
using Lines = std::multiset<std::string>;

std::string line_of(std::string_view id, std::string_view path, std::string_view slot, Verdict verdict, rules::Reason reason,
                    std::string_view found) {
  return fmt::format("{} {} [{}] {} {}: {}", id, path, slot, rules::name(verdict), rules::name(reason), found);
}

std::vector<Lines> by_class(const GateReport& report) {
  std::vector<Lines> layers(report.decoder_layers);
  const auto add = [&](const auto& list) {
    for (const auto& one : list) {
      for (const Finding& finding : one.findings) {
        if (!finding.layer) continue;
        layers[*finding.layer].insert(line_of(one.id, finding.path, finding.slot, finding.verdict, finding.reason, finding.found));
      }
    }
  };
  add(report.conditions);
  add(report.notes);
  return layers;
}

std::vector<Lines> by_layer(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run) {
  rules::Evaluator evaluator(graph, profile, run);
  std::vector<std::size_t> all(evaluator.layers().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const rules::Judgement model = evaluator.judge_model();
  std::vector<Lines> layers(all.size());
  for (const std::size_t layer : all) {
    const std::string& path = evaluator.layers()[layer].path;
    const auto add = [&](std::string_view id, const std::vector<rules::Result>& results) {
      for (const rules::Result& result : results) {
        const Verdict verdict = result.outcome.verdict;
        if (verdict == Verdict::kMatched || verdict == Verdict::kNotApplicable) continue;
        const std::string slot = result.slot == rules::kUnnamedSlot ? ""
                                                                    : run.slots[static_cast<std::size_t>(result.slot)].kind + ":" +
                                                                          run.slots[static_cast<std::size_t>(result.slot)].name;
        layers[layer].insert(line_of(id, path + result.path, slot, verdict, result.outcome.reason, result.outcome.found));
      }
    };
    const rules::Judgement own = evaluator.judge_layer(layer, model);
    for (std::size_t i = 0; i < own.results.size(); ++i) add(profile.condition(i).id(), own.results[i]);
    const rules::Results notes = evaluator.fired_notes(own);
    for (std::size_t i = 0; i < notes.size(); ++i) add(profile.message().note(static_cast<int>(i)).id(), notes[i]);
  }
  return layers;
}

ir::RunFacts random_run(test::Draws& draws) {
  ir::RunFacts run;
  if (draws.one_in(2)) run.facts.emplace("tp", "int:1");
  if (draws.one_in(2)) run.slots.push_back({draws.one_in(2) ? "lora" : "checkpoint", "s"});
  return run;
}

std::string describe(const Lines& lines) { return fmt::format("{}", fmt::join(lines, "\n")); }

TEST_CASE("property: judged by class is judged layer by layer") {
  const char* nightly = std::getenv("TRACEGATE_NIGHTLY");
  const std::uint64_t cases = nightly != nullptr ? 100'000 : 20'000;
  std::uint64_t judged = 0, layers = 0, classes = 0, wrong = 0;
  for (std::uint64_t seed = 0; seed < cases; ++seed) {
    test::Draws draws(seed);
    const ir::ModuleGraph graph = test::random_graph(draws);
    const ir::RunFacts run = random_run(draws);
    const std::string text = test::random_profile(draws);
    try {
      const rules::Profile profile = rules::Profile::parse(text, "random");
      ++judged;
      const GateReport report = judge_gate(graph, profile, run);
      const std::vector<Lines> apart = by_layer(graph, profile, run), together = by_class(report);
      layers += apart.size();
      classes += report.classes.size();
      for (std::size_t i = 0; i < apart.size(); ++i) {
        if (apart[i] == together[i]) continue;
        ++wrong;
        if (wrong > 3) break;
        FAIL_CHECK(fmt::format("seed {}, layer {}: alone\n{}\nby class\n{}\nprofile\n{}", seed, i, describe(apart[i]),
                               describe(together[i]), text));
        break;
      }
    } catch (const UsageError& error) {
      // Conditions that block each other in a circle; everything else in a random profile must be fit to read.
      INFO(seed, ": ", error.what());
      CHECK(std::string(error.what()).find("in a circle") != std::string::npos);
    }
  }
  MESSAGE(fmt::format("{} of {} profiles judged, {} layers in {} classes, {} cases wrong", judged, cases, layers, classes, wrong));
  CHECK(wrong == 0);
  // Enough profiles must be fit to read, and enough layers equal, for the property to say something.
  CHECK(judged * 10 > cases * 8);
  CHECK(classes * 10 < layers * 9);
  CHECK(classes * 10 > layers * 3);
}

}  // namespace
}  // namespace tracegate::analyzer
