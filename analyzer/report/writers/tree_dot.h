// A module tree as a graph for Graphviz: a cluster for each class of decoder layers, colours for verdicts, which the labels say too.
#pragma once

#include <string>

#include "analyzer/tree/module_tree.h"

namespace tracegate::analyzer {

std::string write_tree_dot(const std::string& title, const ModuleTree& tree);

}  // namespace tracegate::analyzer
