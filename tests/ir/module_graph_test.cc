// What a valid `module/1` file becomes: records, the tree, and look-ups that tell present, absent, not collected and unreadable apart.
#include "ir/graph/module_graph.h"

#include <cstdint>
#include <optional>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/support/model_text.h"

namespace tracegate::ir {
namespace {

using test::graph_of;

std::string state(const ModuleGraph& graph, const Fact& fact) {
  switch (fact.state) {
    case Fact::State::kPresent:
      return fact.value.text == kNoString ? fmt::format("object {}", fact.value.record) : std::string(graph.text(fact.value));
    case Fact::State::kAbsent:
      return "absent";
    case Fact::State::kNotCollected:
      return "not collected";
    case Fact::State::kUnreadable:
      return fmt::format("unreadable {}", graph.text(fact.value));
  }
  return "?";
}

const std::string kModel = R"(
  C0 pkg.Model:
  C1 pkg.Config: is_module=0
  C2 torch.nn.ModuleList: elements=1
  F0: kind="function" module="pkg" name="f" own=1 class_forward=0
  S0: kind="list" length=2 elements=["int:1","int:2"]
  S1: kind="hooks" length=1 elements=["fn:0"]
  S2: kind="generator"
  B0: width="int:8" layers="ref:2" config="ref:4" items="seq:0" later="seq:2" broken="unreadable:pkg.E"
      "@forward"="fn:0" "@gone"="unreadable:pkg.E" "#_forward_hooks"="seq:1" "%0.weight"="tensor:float32[2]" "%1.bias"="none:"
  B1: "?config"="none:" size="int:3" "[]"="int:7"
  0: c=0 b=0
  1 norm <0: c=0
  2 layers <0: c=2
  3 layers.0 <2: c=0
  4 config: c=1 b=1
  tracegate.reads=bias\nbroken\nconfig\nconfig>depth\nconfig>size\nitems\nlater\nlayers\nnorm\nother>size\nwidth
  tracegate.instance=forward\ngone\n_slot
  tracegate.hooks=_backward_hooks\n_forward_hooks
)";

// Long lines of a model are wrapped in these tests.
ModuleGraph model(std::string text) {
  for (auto at = text.find("\n      "); at != std::string::npos; at = text.find("\n      ")) text[at] = ' ';
  return graph_of(text);
}

struct LookUp {
  Vertex vertex;
  std::string name;
  std::string expected;
};

TEST_CASE("module graph: reads") {
  const ModuleGraph graph = model(kModel);
  const LookUp rows[] = {
      {0, "width", "int:8"},
      {0, "config", "ref:4"},
      {0, "broken", "unreadable unreadable:pkg.E"},
      {0, "layers", "ref:2"},   // written, although a child has the name
      {0, "norm", "object 1"},  // not written: the child
      {0, "bias", "none:"},     // not written: the parameter
      {1, "width", "absent"},   // asked for on every object
      {1, "norm", "absent"},
      {4, "size", "int:3"},  // asked for on what was reached by `config`
      {4, "depth", "absent"},
      {0, "size", "not collected"},  // reached otherwise
      {0, "depth", "not collected"},
      {0, "weight", "not collected"},  // a parameter, but never read
      {0, "nowhere", "not collected"},
      {0, "forward", "not collected"},  // a name of the file, but of another kind
      {0, "", "not collected"},
  };
  for (const LookUp& row : rows) {
    CAPTURE(row.vertex);
    CAPTURE(row.name);
    CHECK(state(graph, graph.read(row.vertex, row.name)) == row.expected);
  }
}

TEST_CASE("module graph: instance dictionaries and hooks") {
  const ModuleGraph graph = model(kModel);
  const LookUp instance[] = {
      {0, "forward", "fn:0"},        {0, "gone", "unreadable unreadable:pkg.E"},
      {0, "_slot", "absent"},        {1, "forward", "absent"},
      {0, "width", "not collected"}, {0, "nowhere", "not collected"},
  };
  for (const LookUp& row : instance) {
    CAPTURE(row.name);
    CHECK(state(graph, graph.instance(row.vertex, row.name)) == row.expected);
  }
  const LookUp hooks[] = {
      {0, "_forward_hooks", "seq:1"},
      {0, "_backward_hooks", "absent"},
      {1, "_forward_hooks", "absent"},
      {0, "_state_dict_hooks", "not collected"},
  };
  for (const LookUp& row : hooks) {
    CAPTURE(row.name);
    CHECK(state(graph, graph.hooks(row.vertex, row.name)) == row.expected);
  }
}

TEST_CASE("module graph: length") {
  const ModuleGraph graph = model(kModel);
  const struct {
    std::string name;
    Value value;
    std::optional<std::int64_t> expected;
  } rows[] = {
      {"sequence", {ValueKind::kSequence, kNoString, 0}, 2},
      {"sequence of unknown length", {ValueKind::kSequence, kNoString, 2}, {}},
      {"sequence of children", {ValueKind::kObject, kNoString, 2}, 1},
      {"object with a length", {ValueKind::kObject, kNoString, 4}, 7},
      {"object without one", {ValueKind::kObject, kNoString, 0}, {}},
      {"number", graph.read(0, "width").value, {}},
      {"None", {}, {}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    CHECK(graph.length(row.value) == row.expected);
  }
  CHECK_FALSE(
      graph_of("C0 p.A:\nB0: \"[]\"=\"int:99999999999999999999\"\n0: c=0 b=0").length({ValueKind::kObject, kNoString, 0}).has_value());
}

TEST_CASE("module graph: what was not collected is not absent") {
  const struct {
    std::string name;
    std::string collected;
    std::string facts;
    std::string read, instance, hooks;
  } rows[] = {
      {"everything", "callables globals hooks instance parameters reads tables",
       R"(width="int:8" "@forward"="fn:0" "#_forward_hooks"="seq:0" "()f"="fn:0" "%0.w"="none:")", "int:8", "fn:0", "seq:0"},
      {"no reads", "callables globals hooks instance parameters tables",
       R"("@forward"="fn:0" "#_forward_hooks"="seq:0" "()f"="fn:0" "%0.w"="none:")", "not collected", "fn:0", "seq:0"},
      {"no instance", "callables globals hooks parameters reads tables",
       R"(width="int:8" "#_forward_hooks"="seq:0" "()f"="fn:0" "%0.w"="none:")", "int:8", "not collected", "seq:0"},
      {"no hooks", "callables globals instance parameters reads tables", R"(width="int:8" "@forward"="fn:0" "()f"="fn:0" "%0.w"="none:")",
       "int:8", "fn:0", "not collected"},
      {"nothing", "", "", "not collected", "not collected", "not collected"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    const ModuleGraph graph = graph_of(R"(
      C0 pkg.Model:
      F0: kind="function" module="pkg" name="f" own=1 class_forward=0
      S0: kind="hooks" length=1 elements=["fn:0"]
      0: c=0 b=0
      tracegate.reads=width
      tracegate.instance=forward
      tracegate.hooks=_forward_hooks
      tracegate.collected=)" + row.collected +
                                       "\nB0: " + row.facts);
    CHECK(state(graph, graph.read(0, "width")) == row.read);
    CHECK(state(graph, graph.instance(0, "forward")) == row.instance);
    CHECK(state(graph, graph.hooks(0, "_forward_hooks")) == row.hooks);
    CHECK(graph.collected().callables == row.collected.starts_with("callables"));
    CHECK(graph.collected().parameters == (row.collected.find("parameters") != std::string::npos));
    CHECK(graph.collected().globals == (row.collected.find("globals") != std::string::npos));
  }
}

TEST_CASE("module graph: a table is a read of every object") {
  const ModuleGraph graph = graph_of(R"(
    C0 p.A:
    T0: fields=["kind","name"] rows=["str:a","str:b","int:1","str:c","other:absent","int:2"]
    B0: slots="table:0"
    0: c=0 b=0
    1 a <0: c=0
    tracegate.tables=slots kind name
  )");
  CHECK(state(graph, graph.read(0, "slots")) == "table:0");
  CHECK(state(graph, graph.read(1, "slots")) == "absent");
  REQUIRE(graph.tables() == 1);
  CHECK(graph.table(0).fields.size() == 2);
  CHECK(graph.table(0).rows.size() == 6);
  CHECK(graph.text(graph.table(0).rows[4]) == "other:absent");
}

std::string tree(const ModuleGraph& graph) {
  std::string out;
  for (Vertex vertex = 0; vertex < graph.size(); ++vertex) {
    if (vertex > 0) out += ' ';
    out += fmt::format("{}(", vertex);
    for (const Child& child : graph.children(vertex)) {
      if (!out.ends_with('(')) out += ' ';
      out += fmt::format("{}={}", graph.text(child.name), child.vertex);
    }
    out += ')';
  }
  return out;
}

TEST_CASE("module graph: child tables") {
  const struct {
    std::string name;
    std::string objects;
    std::string expected;
  } rows[] = {
      {"none", "0: c=0", "0()"},
      {"implied, by number", "2 b <0: c=0\n1 a <0: c=0\n0: c=0", "0(a=1 b=2) 1() 2()"},
      {"the last component of the path", "0: c=0\n1 x <0: c=0\n2 x.y <1: c=0", "0(x=1) 1(y=2) 2()"},
      {"an escaped dot is no border", "0: c=0\n1 a\\.b <0: c=0\n2 a\\.b.c\\\\ <1: c=0\n3 a\\.b.c\\\\.d <2: c=0",
       "0(a\\.b=1) 1(c\\\\=2) 2(d=3) 3()"},
      {"only what names it as parent", "0: c=0 b=0\n1 a: c=0\n2 a.b <1: c=0\nB0: a=\"ref:1\"", "0() 1(b=2) 2()"},
      {"written out: another order", "0: c=0 children=[\"b=2\",\"a=1\"]\n1 a <0: c=0\n2 b <0: c=0", "0(b=2 a=1) 1() 2()"},
      {"written out: shared and circular", "0: c=0 children=[\"a=1\",\"b=1\",\"self=0\"]\n1 a <0: c=0", "0(a=1 b=1 self=0) 1()"},
      {"written out: a name with =", "0: c=0 children=[\"x=y=1\"]\n1 x=y <0: c=0", "0(x=y=1) 1()"},
      {"written out: none",
       "0: c=0\n1 a <0: c=0\n{output: \"2\" input: \"0\" name: \"b\" attribute {name: \"c\" type: INT i: 0} attribute {name: \"children\" "
       "type: STRINGS}}",
       "0(a=1 b=2) 1() 2()"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    CHECK(tree(graph_of("C0 p.A:\n" + row.objects)) == row.expected);
  }
}

TEST_CASE("module graph: records") {
  const ModuleGraph graph = graph_of(R"(
    C0 pkg.sub.Model: mro=[2,1] own=0 forward_in="pkg.base" elements=1
    C1 torch.nn.Module: forward_in=""
    C2 pkg.Base: is_module=0
    F0: kind="method" module="pkg" name="A.f" own=0 bound="self" class_forward=1 end=1
    F1: kind="function" module="pkg" name="g" own=1 class_forward=0
    F2: kind="method" module="" name="" own=1 bound="other" class_forward=0
    B0: "()g"="fn:1" "()!f"="fn:0" "%1.b"="none:" "%0.a"="none:"
    0: c=0 b=0
    1 a <0: c=1
  )");
  const ClassRecord& model = graph.class_of(0);
  CHECK(graph.text(model.module) == "pkg.sub");
  CHECK(graph.text(model.name) == "Model");
  CHECK(graph.text(model.full_name) == "pkg.sub.Model");
  CHECK_FALSE(model.own);
  CHECK(model.bases == std::vector<std::uint32_t>{2, 1});
  CHECK(graph.text(model.forward_in) == "pkg.base");
  CHECK(model.is_module);
  CHECK(model.has_elements);
  CHECK(graph.text(graph.class_record(1).forward_in) == "");
  CHECK(graph.class_record(2).forward_in == kNoString);
  CHECK_FALSE(graph.class_record(2).is_module);

  const CallableRecord& method = graph.callable(0);
  CHECK(graph.text(method.kind) == "method");
  CHECK(graph.text(method.full_name) == "pkg.A.f");
  CHECK_FALSE(method.own);
  CHECK(method.bound == Bound::kSelf);
  CHECK(method.class_forward);
  CHECK(method.end == 1);
  CHECK(graph.callable(1).bound == Bound::kNot);
  CHECK_FALSE(graph.callable(1).end.has_value());
  CHECK(graph.callable(2).bound == Bound::kOther);
  CHECK(graph.text(graph.callable(2).full_name) == ".");

  const FactBlock& block = graph.block(0);
  CHECK(block.facts.empty());
  CHECK(block.callables.size() == 2);
  REQUIRE(block.shadows.size() == 1);
  CHECK(graph.text(block.shadows[0]) == "f");
  REQUIRE(block.parameters.size() == 2);
  CHECK(graph.text(block.parameters[0].name) == "a");
  CHECK(graph.block(1).parameters.empty());  // no block: the empty one
}

TEST_CASE("module graph: metadata") {
  const ModuleGraph graph = graph_of(R"(
    C0 p.A:
    0 [0]: c=0
    tracegate.chunks=tuple\nref:0\nnone:
    tracegate.globals=m:a=absent:module\nm:b=absent:attribute\nm:c=int:3\nm:d=str:x=y
    tracegate.versions=torch=2.9.0\nempty=
    tracegate.run=taken_at: "now" fact { name: "tp" value: "int:2" } slot { kind: "k" name: "n\001" } slot { kind: "k" name: "n" }
  )");
  REQUIRE(graph.chunks().size() == 2);
  CHECK(graph.chunks()[0].kind == ValueKind::kObject);
  CHECK(graph.chunks()[1].kind == ValueKind::kNone);
  const auto global = [&](const char* name) { return std::string(graph.text(graph.globals().at(graph.find(name)))); };
  CHECK(global("m:a") == "absent:module");
  CHECK(global("m:b") == "absent:attribute");
  CHECK(global("m:c") == "int:3");
  CHECK(global("m:d") == "str:x=y");
  CHECK(graph.versions().at("torch") == "2.9.0");
  CHECK(graph.versions().at("empty") == "");
  CHECK(graph.run().taken_at == "now");
  CHECK(graph.run().facts.at("tp") == "int:2");
  CHECK(graph.run().slots == std::vector<Slot>{{"k", "n\\u0001"}, {"k", "n"}});
}

TEST_CASE("module graph: none at all") {
  const ModuleGraph graph = graph_of("tracegate.chunks=list");
  CHECK(graph.size() == 0);
  CHECK(graph.chunks().empty());
}

TEST_CASE("module graph: a wide and a deep model are read in a time that fits their size") {
  // 100,000 children of one module, then a chain of 2,000; a search per child would take minutes.
  std::string text = "C0 p.A:\n0: c=0\n";
  for (int i = 1; i <= 100'000; ++i) text += fmt::format("{} x{} <0: c=0\n", i, i);
  std::string path = "x100000";
  for (int i = 100'001; i <= 102'000; ++i) text += fmt::format("{} {} <{}: c=0\n", i, path += ".d", i - 1);
  const ModuleGraph graph = graph_of(text);
  CHECK(graph.size() == 102'001);
  CHECK(graph.children(0).size() == 100'000);
  CHECK(graph.text(graph.children(0)[99'999].name) == "x100000");
  std::size_t visits = 0;
  graph.containment().preorder(0, [&](Vertex, Vertex, StringId) { ++visits; });
  CHECK(visits == 102'001);
}

}  // namespace
}  // namespace tracegate::ir
