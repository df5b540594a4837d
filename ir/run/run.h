// Run facts as text: what stands under `tracegate.run` (ir/run/run.proto), and how a slot is named on a command line.
#pragma once

#include <string>
#include <string_view>

#include "ir/graph/module_graph.h"

namespace tracegate::ir {

// Takes the text format of tracegate.ir.Run apart. Throws ReadError.
RunFacts parse_run(std::string_view text);

}  // namespace tracegate::ir
