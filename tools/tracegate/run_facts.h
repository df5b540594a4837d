// Joins what a file says of the run with what the command line says.
#pragma once

#include <stdexcept>
#include <string>

#include "ir/graph/module_graph.h"
#include "rules/language/profile.h"
#include "tools/tracegate/options.h"

namespace tracegate::cli {

// A wrong call: the command line contradicts the file, or names a slot in a way that is none.
class Contradiction : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Refuses what the reader cannot seek in, and what no shell pattern gives. Throws Contradiction.
void refuse_streams(const std::string& model);

// Throws Contradiction.
ir::RunFacts join_run_facts(const ir::ModuleGraph& graph, const rules::Profile& profile, const RunOptions& options);

}  // namespace tracegate::cli
