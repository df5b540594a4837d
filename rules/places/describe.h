// Values in words: what was found.
#pragma once

#include <string>
#include <string_view>

#include "ir/graph/module_graph.h"

namespace tracegate::rules {

// "bool True", "int 5", "str \"full\"", "None", "function torch.nn.functional.gelu", "an object of class pkg.Config".
std::string describe(const ir::ModuleGraph& graph, const ir::Value& value);

// A typed text as a profile writes it: "bool:True" as "bool True".
std::string describe_text(std::string_view text);

// "a, b and c"
std::string enumerate(const std::vector<std::string>& items, std::string_view last = "and");

}  // namespace tracegate::rules
