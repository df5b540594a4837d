// Resolves the numbers of a `module/1` file: records into tables, objects into the module tree.
#pragma once

#include "ir/dialects/module_records.h"
#include "ir/graph/module_graph.h"

namespace tracegate::ir {

// Fills everything of `parts` but what the metadata says. Throws ReadError for numbers with gaps or twice, and for references to nothing.
// The records move to `parts`; numbers, offsets and what a RawObject holds besides its children stay.
void link_records(ModuleRecords& records, ModuleGraph::Parts& parts);

// Throws where `value` refers to a record or an object that the file does not hold. `what` names the holder.
void check_reference(const Value& value, const ModuleGraph::Parts& parts, std::string_view what);

// The last component of a path: what follows the last "." that is not escaped; all of it where there is none.
std::string_view last_component(std::string_view path);

}  // namespace tracegate::ir
