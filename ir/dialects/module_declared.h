// Every fact must be one that the metadata says was asked for: a damaged key must not turn a fact into one that nobody looks for.
#pragma once

#include "ir/dialects/module_metadata.h"
#include "ir/dialects/module_records.h"

namespace tracegate::ir {

// `records` and `parts` as link_records and read_metadata left them. Throws ReadError for the first fact that is not declared.
void check_declared(const ModuleRecords& records, const ModuleGraph::Parts& parts, const Declared& declared);

}  // namespace tracegate::ir
