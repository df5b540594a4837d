// Values in words: what was found.
#pragma once

#include <string>

#include "ir/graph/module_graph.h"

namespace tracegate::rules {

// "bool True", "int 5", "str \"full\"", "None", "function torch.nn.functional.gelu", "an object of class pkg.Config".
std::string describe(const ir::ModuleGraph& graph, const ir::Value& value);

}  // namespace tracegate::rules
