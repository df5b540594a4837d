// The paths of what one walk meets. A path is as long as its module is deep, so each is put together only where it is shown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/graph/module_graph.h"

namespace tracegate::rules {

// More of a path than this many bytes below the root of the walk is shown by its end, behind the root and "(...)".
inline constexpr std::size_t kLongestPath = 1000;

class PathTree {
 public:
  // Step 0 is the root. `graph` outlives the tree.
  PathTree(const ir::ModuleGraph& graph, std::string root) : graph_(graph), root_(std::move(root)), steps_(1) {}

  // The step from `above` to its child `name`. Returns its number.
  std::uint32_t add(std::uint32_t above, ir::StringId name);

  // The path of what one step leads to.
  std::string path(std::uint32_t step) const;

 private:
  struct Step {
    std::uint32_t above = 0;
    ir::StringId name = ir::kNoString;
  };

  const ir::ModuleGraph& graph_;
  std::string root_;
  std::vector<Step> steps_;
};

}  // namespace tracegate::rules
