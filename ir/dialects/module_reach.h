// Which objects of a `module/1` file something leads to.
#pragma once

#include <vector>

#include "ir/graph/module_graph.h"

namespace tracegate::ir {

// By vertex: true where the chunks lead to it, through child tables and through the references of facts. What stood in a sequence whose
// elements are not written counts as reached: its path ends in `]`.
std::vector<bool> reached_objects(const ModuleGraph::Parts& parts);

}  // namespace tracegate::ir
