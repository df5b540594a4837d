// Joins what a file says of the run with what the command line and a wave say.
#pragma once

#include <string>

#include "analyzer/input/wave_input.h"
#include "ir/graph/module_graph.h"
#include "rules/language/profile.h"
#include "tools/tracegate/flags.h"

namespace tracegate::cli {

// Throws UsageError where they contradict each other, and for a slot that is named in a way that is none.
ir::RunFacts join_run_facts(const ir::ModuleGraph& graph, const rules::Profile& profile, const RunOptions& options);

// The caller's options with the wave's topology and slots; `file` is the wave's name. Throws UsageError for a slot that the model's
// adapters do not know.
RunOptions with_wave(RunOptions options, const analyzer::WaveInput& wave, const std::string& file, const ir::ModuleGraph& graph,
                     const rules::Profile& profile);

}  // namespace tracegate::cli
