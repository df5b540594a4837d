// A module tree as a Mermaid flowchart, for pages that draw such: colours for verdicts, which the labels say too.
#pragma once

#include <string>

#include "analyzer/report/report.pb.h"

namespace tracegate::analyzer {

// Of the report's only model.
std::string write_tree_mermaid(const schema::Report& report);

}  // namespace tracegate::analyzer
