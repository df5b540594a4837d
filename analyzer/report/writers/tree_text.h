// A module tree as indented lines for a terminal.
//
// Independent of locale and terminal width: equal input gives equal bytes.
#pragma once

#include <string>

#include "analyzer/tree/module_tree.h"

namespace tracegate::analyzer {

std::string write_tree_text(const std::string& title, const ModuleTree& tree);

}  // namespace tracegate::analyzer
