// The wave of a command line: the file, and what it says of the run.
#pragma once

#include <string>

#include "analyzer/input/wave_input.h"
#include "ir/graph/module_graph.h"
#include "rules/language/profile.h"
#include "tools/tracegate/options.h"

namespace tracegate::cli {

// Throws analyzer::InputError, also for a file that cannot be read.
analyzer::WaveInput load_wave(const std::string& file);
analyzer::GeometryInput load_geometry(const std::string& file);

// The caller's options with the wave's topology and slots. Throws Contradiction for a slot that the model's adapters do not know.
RunOptions with_wave(RunOptions options, const analyzer::WaveInput& wave, const std::string& file, const ir::ModuleGraph& graph,
                     const rules::Profile& profile);

}  // namespace tracegate::cli
