// The module tree as a graph: order, shared and circular children, depth.
#include "ir/graph/containment.h"

#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace tracegate::ir {
namespace {

using Tables = std::vector<std::vector<Child>>;

// "0 1<0 2<1": each vertex in the order of the walk, with the parent by which it was reached.
std::string walked(const Containment& graph, Vertex root) {
  std::string out;
  graph.preorder(root, [&](Vertex vertex, Vertex parent, StringId name) {
    out += fmt::format("{}{}", out.empty() ? "" : " ", vertex);
    if (parent != kNoVertex) out += fmt::format("<{}:{}", parent, name);
    if (parent == kNoVertex && name != kNoString) out += " the root has a name";
  });
  return out;
}

struct Row {
  std::string name;
  Tables children;  // {name, vertex}
  Vertex root;
  std::string expected;
};

const Row kRows[] = {
    {"one vertex", {{}}, 0, "0"},
    {"children in the order of their table", {{{7, 2}, {8, 1}}, {}, {}}, 0, "0 2<0:7 1<0:8"},
    {"parents before children, depth first", {{{1, 1}, {2, 3}}, {{3, 2}}, {}, {}}, 0, "0 1<0:1 2<1:3 3<0:2"},
    {"from the middle", {{{1, 1}, {2, 3}}, {{3, 2}}, {}, {}}, 1, "1 2<1:3"},
    {"shared child: by its first parent", {{{1, 1}, {2, 2}}, {{3, 3}}, {{4, 3}}, {}}, 0, "0 1<0:1 3<1:3 2<0:2"},
    {"twice in one table", {{{1, 1}, {2, 1}}, {}}, 0, "0 1<0:1"},
    {"contains itself", {{{1, 0}}}, 0, "0"},
    {"circle", {{{1, 1}}, {{2, 2}}, {{3, 0}}}, 0, "0 1<0:1 2<1:2"},
    {"circle, entered elsewhere", {{{1, 1}}, {{2, 2}}, {{3, 0}}}, 1, "1 2<1:2 0<2:3"},
    {"a child before its parent in number", {{}, {{1, 0}}}, 1, "1 0<1:1"},
    {"not reached", {{}, {}}, 1, "1"},
};

TEST_CASE("containment: order of a walk") {
  for (const Row& row : kRows) {
    CAPTURE(row.name);
    const Containment graph(row.children);
    CHECK(walked(graph, row.root) == row.expected);
    CHECK(walked(graph, row.root) == row.expected);  // a walk leaves nothing behind
    for (Vertex vertex = 0; vertex < row.children.size(); ++vertex) {
      const auto table = graph.children(vertex);
      REQUIRE(table.size() == row.children[vertex].size());
      for (std::size_t i = 0; i < table.size(); ++i) {
        CHECK(table[i].name == row.children[vertex][i].name);
        CHECK(table[i].vertex == row.children[vertex][i].vertex);
      }
    }
  }
}

TEST_CASE("containment: a walk that stops") {
  // 0 holds 1 and 2, both hold 3, which holds 4.
  const Containment graph({{{1, 1}, {2, 2}}, {{3, 3}}, {{3, 3}}, {{4, 4}}, {}});
  const auto walked_without = [&](Vertex stop) {
    std::string out;
    graph.preorder(
        0, [&](Vertex vertex, Vertex, StringId) { out += fmt::format("{} ", vertex); }, [&](Vertex vertex) { return vertex == stop; });
    return out;
  };
  CHECK(walked_without(0) == "0 ");
  CHECK(walked_without(1) == "0 1 2 3 4 ");  // 3 is below 2 as well
  CHECK(walked_without(3) == "0 1 3 2 ");
  CHECK(walked_without(9) == "0 1 3 4 2 ");
}

TEST_CASE("containment: no vertices") { CHECK_NOTHROW(Containment(Tables{})); }

TEST_CASE("containment: a chain of 1,000,000 is walked without recursion") {
  constexpr Vertex kDepth = 1'000'000;
  Tables children(kDepth);
  for (Vertex i = 0; i + 1 < kDepth; ++i) children[i].push_back({0, i + 1});
  const Containment graph(children);
  Vertex visits = 0;
  bool in_order = true;
  graph.preorder(0, [&](Vertex vertex, Vertex parent, StringId) {
    in_order = in_order && vertex == visits && parent == (vertex == 0 ? kNoVertex : vertex - 1);
    ++visits;
  });
  CHECK(visits == kDepth);
  CHECK(in_order);
}

TEST_CASE("containment: many small walks cost what they reach") {
  // 200,000 walks over one vertex each; each over the whole would take hours.
  constexpr Vertex kCount = 200'000;
  const Tables leaves(kCount);
  const Containment graph(leaves);
  std::size_t visits = 0;
  for (Vertex i = 0; i < kCount; ++i) graph.preorder(i, [&](Vertex, Vertex, StringId) { ++visits; });
  CHECK(visits == kCount);
}

TEST_CASE("containment: a visitor that throws leaves nothing behind") {
  const Containment graph({{{1, 1}}, {{2, 2}}, {}});
  CHECK_THROWS_AS(graph.preorder(0,
                                 [](Vertex vertex, Vertex, StringId) {
                                   if (vertex == 1) throw std::runtime_error("stop");
                                 }),
                  std::runtime_error);
  CHECK(walked(graph, 0) == "0 1<0:1 2<1:2");
}

TEST_CASE("containment: moved") {
  Containment from({{{1, 1}}, {}});
  Containment to(std::move(from));
  CHECK(walked(to, 0) == "0 1<0:1");
}

}  // namespace
}  // namespace tracegate::ir
