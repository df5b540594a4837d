// A module tree as a graph for Graphviz: a cluster for each class of decoder layers, colours for verdicts, which the labels say too.
#pragma once

#include <string>

#include "analyzer/report/report.pb.h"

namespace tracegate::analyzer {

// Of the report's only model.
std::string write_tree_dot(const schema::Report& report);

}  // namespace tracegate::analyzer
