// Which subtrees of a walk look the same, marks included.
#pragma once

#include <cstdint>
#include <vector>

#include "analyzer/tree/tree_marks.h"
#include "analyzer/tree/tree_walk.h"
#include "ir/graph/module_graph.h"

namespace tracegate::analyzer {

// A number for each entry, the same for equal subtrees: class, marks, names and subtrees of the children, references as ways inside the
// tree. An entry's own name is left out.
std::vector<std::uint32_t> tree_shapes(const ir::ModuleGraph& graph, const TreeWalk& walk, const MarksAt& marks);

}  // namespace tracegate::analyzer
