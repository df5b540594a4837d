// The layers that match are found as a search through all of them finds them, and a plan for many faulty layers stays one change.
#include "analyzer/why/donors.h"

#include <random>
#include <string>

#include <doctest/doctest.h>

#include "analyzer/why/change_set.h"
#include "ir/dialects/reader.h"
#include "rules/places/places.h"
#include "tests/support/grown_model.h"
#include "tests/support/judging.h"
#include "tests/support/model_text.h"

namespace tracegate::analyzer {
namespace {

constexpr std::size_t kLayers = 24;

ir::ModuleGraph many_layers() {
  const std::string pair = test::file_bytes(test::source_path("fixtures/dense-cp2-seed/missed__descendant_hook.onnx"));
  const std::string bytes = test::with_layers(pair, "module.module.decoder.layers", kLayers);
  return ir::read_model(ir::MemorySource(bytes));
}

// Of the same label where there is one, then the nearest, then the first in the order of the classes.
std::size_t searched(const GateReport& report, std::size_t layer) {
  std::size_t best = rules::kNone;
  bool best_alike = false;
  std::string label;
  for (const ClassReport& one : report.classes) {
    for (const std::size_t index : one.layers.layers) label = index == layer ? one.label : label;
  }
  const auto distance = [&](std::size_t of) { return of > layer ? of - layer : layer - of; };
  for (const ClassReport& one : report.classes) {
    for (const std::size_t index : one.layers.layers) {
      const bool alike = one.label == label;
      if (one.verdict != rules::Verdict::kMatched || (best_alike && !alike)) continue;
      if (best != rules::kNone && alike == best_alike && distance(index) >= distance(best)) continue;
      best = index;
      best_alike = alike;
    }
  }
  return best;
}

TEST_CASE("donors: as a search through all layers") {
  const ir::ModuleGraph graph = many_layers();
  const rules::Profile& profile = test::shipped("dense-cp2-seed");
  const rules::Places places(graph, profile);
  GateReport report = judge_gate(graph, profile, graph.run());
  REQUIRE(report.decoder_layers == kLayers);
  std::mt19937 random(20261201);
  for (int round = 0; round < 200; ++round) {
    report.classes.assign(1 + random() % 6, {});
    for (ClassReport& one : report.classes) {
      one.label = std::string(1, static_cast<char>('a' + random() % 3));
      one.verdict = random() % 2 == 0 ? rules::Verdict::kMatched : rules::Verdict::kMissed;
    }
    for (std::size_t layer = 0; layer < kLayers; ++layer) {
      report.classes[random() % report.classes.size()].layers.layers.push_back(layer);
    }
    const Donors donors(graph, profile, report);
    for (std::size_t layer = 0; layer < kLayers; ++layer) {
      INFO(round, " ", layer);
      const std::size_t wanted = searched(report, layer);
      CHECK(donors.nearest(layer) == (wanted == rules::kNone ? ir::kNoVertex : places.layers()[wanted].vertex()));
    }
  }
}

TEST_CASE("donors: the fault of every second layer is one change") {
  const ir::ModuleGraph graph = many_layers();
  const rules::Profile& profile = test::shipped("dense-cp2-seed");
  const ChangePlan plan = plan_changes(graph, profile, graph.run(), judge_gate(graph, profile, graph.run()));
  REQUIRE(plan.sets.size() == 1);
  // The counts of the config, and one change for all hooks.
  REQUIRE(plan.sets[0].changes.size() == 3);
  const Change& change = plan.sets[0].changes.back();
  CHECK(change.objects == kLayers / 2);
  CHECK(change.path == "module.module.decoder.layers.0.self_attention.conv1d");
  CHECK(change.text == "remove the hooks of `_forward_pre_hooks`");
  CHECK(name(change.kind) == "model");
}

}  // namespace
}  // namespace tracegate::analyzer
