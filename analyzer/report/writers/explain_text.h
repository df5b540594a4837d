// The documentation of a condition or of a profile for people at a terminal. Independent of locale and terminal width.
#pragma once

#include <string>

#include "analyzer/report/report.pb.h"

namespace tracegate::analyzer {

// Of the report's only page.
std::string write_explain_text(const schema::Report& report);

}  // namespace tracegate::analyzer
