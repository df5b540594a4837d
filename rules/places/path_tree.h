// The paths of the modules that one walk meets. A path is as long as its module is deep, so each is put together only where it is shown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/graph/module_graph.h"

namespace tracegate::rules {

// More of a path than this many bytes below the root of the walk is shown by its end, behind the root and "...".
inline constexpr std::size_t kLongestPath = 1000;

class PathTree {
 public:
  // `graph` outlives the tree.
  PathTree(const ir::ModuleGraph& graph, std::string root) : graph_(graph), root_(std::move(root)) {}

  // To be called as Containment::preorder visits. Returns the number of the step.
  std::size_t add(ir::Vertex vertex, ir::Vertex parent, ir::StringId name);

  // The path of the module of one step.
  std::string path(std::size_t step) const;

 private:
  struct Step {
    std::uint32_t above = 0;
    ir::StringId name = ir::kNoString;
  };
  struct Open {
    ir::Vertex vertex = ir::kNoVertex;
    std::uint32_t step = 0;
  };

  const ir::ModuleGraph& graph_;
  std::string root_;
  std::vector<Step> steps_;  // the root is the first
  std::vector<Open> open_;   // the way down to the vertex that was added last
};

}  // namespace tracegate::rules
