// Which module contains which: the edges of the module tree as a constant graph.
//
// A tree in most models, but a module may stand in two child tables and may even contain itself, so it is walked as a graph: with
// Boost.Graph's depth-first visit, which is not recursive. Boost stays out of this header. Copies share the tables that they do not
// replace.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/graph/string_table.h"

namespace tracegate::ir {

using Vertex = std::uint32_t;
inline constexpr Vertex kNoVertex = 0xFFFFFFFF;

struct Child {
  StringId name = kNoString;
  Vertex vertex = kNoVertex;
};

class Containment {
 public:
  // `children[v]` is the child table of vertex v, in order.
  explicit Containment(const std::vector<std::vector<Child>>& children);

  // From now on `children` is the table of `vertex` in this copy.
  void replace(Vertex vertex, std::vector<Child> children) { replaced_[vertex] = std::move(children); }

  std::span<const Child> children(Vertex vertex) const;

  // Every vertex that can be reached from `root`, `root` first, each once, parents before children and children in order. `parent` and
  // `name` are those by which the vertex was reached first; the root has neither. Not to be called from two threads at once. What is below
  // a vertex for which `stop` is true is not reached from there.
  using Visit = std::function<void(Vertex vertex, Vertex parent, StringId name)>;
  using Stop = std::function<bool(Vertex vertex)>;
  void preorder(Vertex root, const Visit& visit, const Stop& stop = {}) const;

 private:
  struct Tables;
  std::shared_ptr<const Tables> tables_;
  std::unordered_map<Vertex, std::vector<Child>> replaced_;
};

}  // namespace tracegate::ir
