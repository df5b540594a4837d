// The module tree: folds, references, marks, what is chosen and what is cut.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "analyzer/report/writers/tree_dot.h"
#include "analyzer/report/writers/tree_mermaid.h"
#include "analyzer/report/writers/tree_text.h"
#include "analyzer/tree/module_tree.h"
#include "ir/dialects/reader.h"
#include "tests/support/judging.h"
#include "tests/support/model_text.h"
#include "tests/support/reporting.h"

namespace tracegate::analyzer {
namespace {

ModuleTree tree_of(const ir::ModuleGraph& graph, const TreeRequest& request = {}) {
  const rules::Profile& profile = test::shipped("dense-cp2-seed");
  return build_module_tree(graph, profile, judge_gate(graph, profile, graph.run()), request);
}

ir::ModuleGraph fixture(std::string_view name) {
  return ir::read_model(ir::FileSource(test::source_path(fmt::format("fixtures/dense-cp2-seed/{}.onnx", name))));
}

// "a:T(b:U x2 c:U=a)": the tree in brackets.
std::string brief(const ModuleTree& tree) {
  std::string text;
  std::size_t depth = 0;
  for (const TreeNode& node : tree.nodes) {
    if (&node != tree.nodes.data()) text += node.depth > depth ? "(" : std::string(depth - node.depth, ')') + " ";
    depth = node.depth;
    text += node.name + ":" + node.type;
    if (node.times > 1) text += fmt::format(" x{}", node.times);
    if (!node.same_as.empty()) text += "=" + node.same_as;
    if (node.left_out > 0) text += fmt::format(" +{}", node.left_out);
  }
  return text + std::string(depth, ')');
}

TEST_CASE("folds and references") {
  struct Row {
    const char* what;
    const char* model;
    const char* tree;
  };
  const Row rows[] = {
      {"one module", "C0 m.M:\n0: c=0", "(model):M"},
      {"numbered siblings", "C0 m.M:\n0: c=0\n1 0 <0: c=0\n2 1 <0: c=0\n3 2 <0: c=0", "(model):M(0-2:M x3)"},
      {"named siblings", "C0 m.M:\n0: c=0\n1 a <0: c=0\n2 b <0: c=0", "(model):M(a, b:M x2)"},
      {"many named siblings", "C0 m.M:\n0: c=0\n1 a <0: c=0\n2 b <0: c=0\n3 c <0: c=0\n4 d <0: c=0\n5 e <0: c=0\n6 f <0: c=0",
       "(model):M(a, b, c, ..., f:M x6)"},
      {"numbers with a gap are names", "C0 m.M:\n0: c=0\n1 0 <0: c=0\n2 2 <0: c=0", "(model):M(0, 2:M x2)"},
      {"only what stands in a row", "C0 m.M:\nC1 m.N:\n0: c=0\n1 a <0: c=0\n2 b <0: c=1\n3 c <0: c=0", "(model):M(a:M b:N c:M)"},
      {"equal subtrees", "C0 m.M:\n0: c=0\n1 a <0: c=0\n2 a.x <1: c=0\n3 b <0: c=0\n4 b.x <3: c=0", "(model):M(a, b:M x2(x:M))"},
      {"a subtree that differs by a name", "C0 m.M:\n0: c=0\n1 a <0: c=0\n2 a.x <1: c=0\n3 b <0: c=0\n4 b.y <3: c=0",
       "(model):M(a:M(x:M) b:M(y:M))"},
      {"two classes of one short name", "C0 m.M:\nC1 n.M:\nC2 n.N:\n0: c=0\n1 a <0: c=1\n2 b <0: c=2", "(model):m.M(a:n.M b:N)"},
      {"a module of two paths", "C0 m.M:\n0: c=0\n1 a <0: c=0 children=[\"x=2\"]\n2 a.x <1: c=0\n3 b <0: c=0 children=[\"x=2\"]",
       "(model):M(a:M(x:M) b:M(x:M=a.x))"},
      {"siblings that each share inside",
       "C0 m.M:\n0: c=0 children=[\"a=1\",\"b=3\"]\n1 a <0: c=0 children=[\"x=2\",\"y=2\"]\n2 a.x <1: c=0\n"
       "3 b <0: c=0 children=[\"x=4\",\"y=4\"]\n4 b.x <3: c=0",
       "(model):M(a, b:M x2(x:M y:M=a.x))"},
      {"siblings that share one outside",
       "C0 m.M:\n0: c=0 children=[\"s=1\",\"a=2\",\"b=3\"]\n1 s <0: c=0\n2 a <0: c=0 children=[\"x=1\"]\n"
       "3 b <0: c=0 children=[\"x=1\"]",
       "(model):M(s:M a, b:M x2(x:M=s))"},
      {"siblings that share different ones",
       "C0 m.M:\n0: c=0 children=[\"s=1\",\"t=2\",\"a=3\",\"b=4\"]\n1 s <0: c=0\n2 t <0: c=0\n"
       "3 a <0: c=0 children=[\"x=1\"]\n4 b <0: c=0 children=[\"x=2\"]",
       "(model):M(s, t:M x2 a:M(x:M=s) b:M(x:M=t))"},
      {"a sibling is an inner module of the one before",
       "C0 m.M:\n0: c=0 children=[\"a=1\",\"x=2\"]\n1 a <0: c=0 children=[\"x=2\"]\n2 a.x <1: c=0", "(model):M(a:M(x:M) x:M=a.x)"},
      {"a module that holds itself", "C0 m.M:\n0: c=0 children=[\"self=0\"]", "(model):M(self:M=(model))"},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    CHECK(brief(tree_of(test::graph_of(row.model))) == row.tree);
  }
}

TEST_CASE("marks stand at the subjects of findings") {
  const ModuleTree tree = tree_of(fixture("missed__other_layer"));
  std::size_t marked = 0;
  for (const TreeNode& node : tree.nodes) {
    if (node.marks.empty()) continue;
    ++marked;
    CHECK(node.name == "mlp");
    CHECK(node.marks == std::vector<TreeMark>{{rules::Verdict::kMissed, "mlp/type", "", ""}});
    CHECK(tree.nodes[node.parent].layers == std::vector<std::size_t>{3});
  }
  CHECK(marked == 1);
}

TEST_CASE("ids are those of the paths") {
  const ModuleTree whole = tree_of(fixture("matched__traced_hybrid"));
  const ModuleTree other = tree_of(fixture("missed__moe_layer"));
  const auto id = [](const ModuleTree& tree, std::string_view name) {
    return std::find_if(tree.nodes.begin(), tree.nodes.end(), [&](const TreeNode& node) { return node.name == name; })->id;
  };
  CHECK(id(whole, "output_layer") == id(other, "output_layer"));
  CHECK(id(whole, "output_layer") != id(whole, "decoder"));
}

TEST_CASE("a layer alone is not folded") {
  const ir::ModuleGraph graph = fixture("matched__adapter_shared");
  for (const char* word : {"1", "decoder.layers.1", "module.module.decoder.layers.1"}) {
    const ModuleTree tree = tree_of(graph, {word, kNoNode});
    CHECK(tree.nodes.front().name == "module.module.decoder.layers.1");
    CHECK(tree.nodes.front().layers == std::vector<std::size_t>{1});
    for (const TreeNode& node : tree.nodes) CHECK(node.times == 1);
  }
}

TEST_CASE("a chain of 20,000 modules") {
  constexpr std::size_t kDepth = 20'000;
  // Not by inputs: the paths of such a chain would have 400 million characters.
  std::string model = "C0 m.M:\n0: c=0 children=[\"x=1\"]\n";
  for (std::size_t i = 1; i + 1 < kDepth; ++i) model += fmt::format("{0} m{0}: c=0 children=[\"x={1}\"]\n", i, i + 1);
  model += fmt::format("{0} m{0}: c=0\n", kDepth - 1);
  const ir::ModuleGraph graph = test::graph_of(model);
  const ModuleTree tree = tree_of(graph, {"", 50});
  CHECK(tree.nodes.size() == 50);
  CHECK(tree.modules == kDepth);
  CHECK(tree.left_out == kDepth - 50);
  CHECK(tree.nodes.back().left_out == kDepth - 50);
  const std::string text = write_tree_text(test::report_of("t", tree));
  CHECK(text.find("\n[depth 49] x  M\n[depth 50] ... 19950 more modules\n\n") != std::string::npos);
  CHECK(text.ends_with("\n\n19950 of 20000 modules are left out; --all shows them\n"));
  const ModuleTree all = tree_of(graph);
  CHECK(all.nodes.size() == kDepth);
  CHECK(all.left_out == 0);
  CHECK(write_tree_text(test::report_of("t", all)).size() < kDepth * 100);
}

TEST_CASE("what is nearest to the root is kept") {
  std::string model = "C0 m.M:\nC1 m.N:\n0: c=0\n";
  for (std::size_t i = 1; i < 11; ++i) model += fmt::format("{} n{} <0: c={}\n", i, i, i % 2);
  model += "11 n3.deep <3: c=0\n12 n3.deeper <3: c=0\n";
  CHECK(brief(tree_of(test::graph_of(model), {"", 5})) == "(model):M +6(n1:N n2:M n3:N +2 n4:M)");
  CHECK(brief(tree_of(test::graph_of(model), {"", 0})) == "(model):M +12");
}

TEST_CASE("equal models give equal bytes") {
  for (const char* name : {"matched__slot_16", "missed__moe_mlp", "undetermined__no_hook_facts"}) {
    const ModuleTree one = tree_of(fixture(name)), two = tree_of(fixture(name));
    CHECK(write_tree_text(test::report_of(name, one)) == write_tree_text(test::report_of(name, two)));
    CHECK(write_tree_dot(test::report_of(name, one)) == write_tree_dot(test::report_of(name, two)));
    CHECK(write_tree_mermaid(test::report_of(name, one)) == write_tree_mermaid(test::report_of(name, two)));
  }
}

}  // namespace
}  // namespace tracegate::analyzer
