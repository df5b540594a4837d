// Edited graphs share what they do not differ in, and hide nothing of what the file says.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "ir/graph/graph_edit.h"
#include "tests/support/model_text.h"

namespace tracegate::ir {
namespace {

using Kind = Edit::Kind;

// Two modules of one block of facts; the second has a child.
ModuleGraph model() {
  return test::graph_of(
      "C0 p.A:\n"
      "C1 p.B: mro=[0]\n"
      "B0: width=\"int:8\" \"%0.weight\"=\"tensor:float32[4]\"\n"
      "0: c=1\n"
      "1 a <0: c=0 b=0\n"
      "2 b <0: c=0 b=0\n"
      "3 b.c <2: c=1\n"
      "tracegate.reads=width\\nheight\\nc\n"
      "tracegate.globals=pkg:flag=bool:True\n");
}

// What an object and the model say: class, facts, parameters, children, globals.
std::string told(const ModuleGraph& graph, Vertex vertex) {
  std::string out(graph.text(graph.class_of(vertex).full_name));
  for (const auto& [key, value] : graph.block(vertex).facts) out += fmt::format(" {}={}", graph.text(key), graph.text(value));
  for (const Parameter& parameter : graph.block(vertex).parameters) {
    out += fmt::format(" %{}={}", graph.text(parameter.name), graph.text(parameter.value));
  }
  for (const Child& child : graph.children(vertex)) out += fmt::format(" {}>{}", graph.text(child.name), child.vertex);
  return out;
}

struct Row {
  const char* name;
  std::vector<Edit> edits;
  const char* first;   // object 1
  const char* second;  // object 2
};

const Row kRows[] = {
    {"no edit", {}, "p.A width=int:8 %weight=tensor:float32[4]", "p.A width=int:8 %weight=tensor:float32[4] c>3"},
    {"a value",
     {{Kind::kSetValue, 1, "width", "int:9"}},
     "p.A width=int:9 %weight=tensor:float32[4]",
     "p.A width=int:8 %weight=tensor:float32[4] c>3"},
    {"a name that the file does not have",
     {{Kind::kSetValue, 2, "depth", "int:123456"}},
     "p.A width=int:8 %weight=tensor:float32[4]",
     "p.A width=int:8 depth=int:123456 %weight=tensor:float32[4] c>3"},
    {"a parameter",
     {{Kind::kSetValue, 1, "weight", "none:"}},
     "p.A width=int:8 %weight=none:",
     "p.A width=int:8 %weight=tensor:float32[4] c>3"},
    {"a later edit wins",
     {{Kind::kSetValue, 1, "width", "int:9"}, {Kind::kSetValue, 1, "width", "int:7"}},
     "p.A width=int:7 %weight=tensor:float32[4]",
     "p.A width=int:8 %weight=tensor:float32[4] c>3"},
    {"a child is removed",
     {{Kind::kRemove, 2, "c", {}}},
     "p.A width=int:8 %weight=tensor:float32[4]",
     "p.A width=int:8 %weight=tensor:float32[4]"},
    {"a child is grafted",
     {{Kind::kGraft, 1, "c", {}, 2}},
     "p.A width=int:8 %weight=tensor:float32[4] c>3",
     "p.A width=int:8 %weight=tensor:float32[4] c>3"},
    {"a class of the file",
     {{Kind::kSetClass, 1, {}, "p.B"}},
     "p.B width=int:8 %weight=tensor:float32[4]",
     "p.A width=int:8 %weight=tensor:float32[4] c>3"},
    {"a class that the file does not have",
     {{Kind::kSetClass, 2, {}, "q.New"}},
     "p.A width=int:8 %weight=tensor:float32[4]",
     "q.New width=int:8 %weight=tensor:float32[4] c>3"},
    {"an object that is not there, and no value",
     {{Kind::kSetValue, 99, "width", "int:9"}, {Kind::kSetValue, 1, "width", "nine"}},
     "p.A width=int:8 %weight=tensor:float32[4]",
     "p.A width=int:8 %weight=tensor:float32[4] c>3"},
};

TEST_CASE("edited graphs: all edits at once are as one edit after the other, and the first graph stays as it is") {
  const ModuleGraph graph = model();
  for (const Row& row : kRows) {
    INFO(row.name);
    ModuleGraph once = edited(graph, row.edits);
    ModuleGraph step = edited(graph, {});
    for (const Edit& edit : row.edits) step = edited(step, std::vector<Edit>{edit});
    for (const ModuleGraph* result : {&once, &step}) {
      CHECK(told(*result, 1) == row.first);
      CHECK(told(*result, 2) == row.second);
    }
    CHECK(told(graph, 1) == kRows[0].first);
    CHECK(told(graph, 2) == kRows[0].second);
  }
}

TEST_CASE("edited graphs: look-ups, walks and globals") {
  const std::vector<Edit> edits = {{Kind::kSetValue, 1, "height", "int:77"},
                                   {Kind::kGraft, 1, "c", {}, 2},
                                   {Kind::kRemove, 0, "b", {}},
                                   {Kind::kSetGlobal, kNoVertex, "pkg:flag", "bool:False"}};
  const ModuleGraph changed = edited(model(), edits);  // the graph that it shares is kept
  CHECK(changed.text(changed.read(1, "height").value) == "int:77");
  CHECK(changed.read(2, "height").state == Fact::State::kAbsent);
  CHECK(changed.text(changed.globals().at(changed.find("pkg:flag"))) == "bool:False");
  std::string walk;
  changed.containment().preorder(0, [&](Vertex vertex, Vertex, StringId) { walk += fmt::format("{} ", vertex); });
  CHECK(walk == "0 1 3 ");
}

TEST_CASE("edited graphs: what is not edited is the very same") {
  const ModuleGraph graph = model();
  const ModuleGraph changed = edited(graph, std::vector<Edit>{{Kind::kSetValue, 1, "width", "int:9"}});
  CHECK(&changed.block(2) == &graph.block(2));
  CHECK(&changed.block(1) != &graph.block(1));
  CHECK(&changed.object(3) == &graph.object(3));
  CHECK(changed.children(2).data() == graph.children(2).data());
  CHECK(changed.text(0).data() == graph.text(0).data());
}

}  // namespace
}  // namespace tracegate::ir
