// A module tree as indented lines for a terminal.
//
// Independent of locale and terminal width: equal reports give equal bytes.
#pragma once

#include <string>

#include "analyzer/report/report.pb.h"

namespace tracegate::analyzer {

// Of the report's only model.
std::string write_tree_text(const schema::Report& report);

}  // namespace tracegate::analyzer
