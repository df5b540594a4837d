// A module graph as text: equal exactly where two graphs say the same, whatever order their files had.
#pragma once

#include <string>

#include "ir/graph/module_graph.h"

namespace tracegate::test {

// Everything that a graph holds, one line each. Records are named by their numbers, which are part of a file's meaning.
std::string dump(const ir::ModuleGraph& graph);

}  // namespace tracegate::test
