// A module tree as a Mermaid flowchart, for pages that draw such: colours for verdicts, which the labels say too.
#pragma once

#include <string>

#include "analyzer/tree/module_tree.h"

namespace tracegate::analyzer {

std::string write_tree_mermaid(const std::string& title, const ModuleTree& tree);

}  // namespace tracegate::analyzer
