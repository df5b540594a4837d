// A module tree of any depth costs what its modules cost: no path is put together but those that are shown.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <algorithm>
#include <string>

#include "analyzer/tree/module_tree.h"
#include "analyzer/why/explanation.h"
#include "ir/dialects/reader.h"
#include "rules/places/path_tree.h"
#include "tests/support/grown_model.h"
#include "tests/support/judging.h"
#include "tests/support/model_text.h"

namespace tracegate::analyzer {
namespace {

constexpr std::size_t kDepth = 10'000;
constexpr std::string_view kMlp = "module.module.decoder.layers.0.mlp";

std::string fixture(std::string_view name) { return test::file_bytes(test::source_path("fixtures/dense-cp2-seed/" + std::string(name))); }

// The most memory that this process had so far, in bytes.
std::int64_t most_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

#if defined(__SANITIZE_ADDRESS__)
constexpr std::int64_t kMostMemory = 1'000'000'000;  // freed memory is kept for a while
#else
constexpr std::int64_t kMostMemory = 100'000'000;
#endif

TEST_CASE("deep models: a chain of plain modules changes no verdict, and its paths take no memory") {
  // Two layers with a chain each, so that they are compared too.
  const rules::Profile& profile = test::shipped("dense-cp2-seed");
  for (const char* name : {"matched__traced_hybrid.onnx", "missed__descendant_hook.onnx", "missed__fc1_hook.onnx"}) {
    INFO(name);
    const std::string bytes = test::with_chain(test::with_chain(fixture(name), kMlp, kDepth), "module.module.decoder.layers.1.mlp", kDepth);
    const ir::ModuleGraph graph = ir::read_model(ir::MemorySource(bytes));
    const std::int64_t before = most_memory();
    const Explanation explanation = explain(graph, profile, graph.run());
    const ModuleTree tree = build_module_tree(graph, profile, explanation.report, {});
    CHECK(most_memory() - before < kMostMemory);  // a path for each module: 100 MB for each list of subjects
    CHECK(test::ids_with(explanation.report, rules::Verdict::kMissed) ==
          test::ids_with(test::judge_bytes(fixture(name), profile), rules::Verdict::kMissed));
    CHECK(tree.modules > 2 * kDepth);
  }
}

TEST_CASE("deep models: a finding far down is shown by the end of its path, and marked at its own module") {
  // The block of facts of the module that has the hook, on every module of a chain.
  const std::string bytes = fixture("missed__descendant_hook.onnx");
  const rules::Profile& profile = test::shipped("dense-cp2-seed");
  const ir::ModuleGraph plain = ir::read_model(ir::MemorySource(bytes));
  const GateReport before = judge_gate(plain, profile, plain.run());
  const auto hooked = [](const GateReport& report) {
    return *std::find_if(report.conditions.begin(), report.conditions.end(),
                         [](const ConditionReport& condition) { return condition.id == "forward/descendant-no-hooks"; });
  };
  const ir::Vertex vertex = hooked(before).findings.front().vertex;
  REQUIRE(vertex != ir::kNoVertex);
  const auto block = static_cast<int>(plain.object(vertex).block.value());
  const std::string grown = test::with_chain(bytes, kMlp, 700, block);
  const ir::ModuleGraph graph = ir::read_model(ir::MemorySource(grown));
  const GateReport report = judge_gate(graph, profile, graph.run());
  const std::vector<Finding> findings = hooked(report).findings;
  REQUIRE(findings.size() == 701);
  const std::string layer = "module.module.decoder.layers.0";
  std::string end;
  for (int i = 0; i < 500; ++i) end += ".a";
  CHECK(findings[1].path == layer + ".mlp.a");
  CHECK(findings[400].path.size() == layer.size() + 4 + 2 * 400);
  CHECK(findings.back().path == layer + ".(...)" + end);
  const ModuleTree tree = build_module_tree(graph, profile, report, {});
  const auto marked = std::count_if(tree.nodes.begin(), tree.nodes.end(), [](const TreeNode& node) { return !node.marks.empty(); });
  CHECK(marked == 701);
}

TEST_CASE("deep models: paths of one walk") {
  const ir::ModuleGraph graph = test::graph_of("C0 p.A:\n0: c=0\n1 b <0: c=0\n2 b.c <1: c=0\n");
  for (const std::string root : {"", "model"}) {
    rules::PathTree tree(graph, root);
    const auto first = tree.add(0, graph.find("b")), second = tree.add(first, graph.find("c")), other = tree.add(0, graph.find("c"));
    const std::string begin = root.empty() ? "" : root + ".";
    CHECK(tree.path(0) == root);
    CHECK(tree.path(first) == begin + "b");
    CHECK(tree.path(second) == begin + "b.c");
    CHECK(tree.path(other) == begin + "c");
  }
}

}  // namespace
}  // namespace tracegate::analyzer
