// What must hold of the objects of a `module/1` file as a whole: each has its place, its path says which, and something leads to it.
#pragma once

#include "ir/dialects/module_records.h"
#include "ir/graph/module_graph.h"

namespace tracegate::ir {

// `records` and `parts` as link_records and read_metadata left them. Throws ReadError for the first object at fault.
void check_objects(const ModuleRecords& records, const ModuleGraph::Parts& parts);

}  // namespace tracegate::ir
