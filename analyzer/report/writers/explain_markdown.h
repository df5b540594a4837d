// The documentation of a condition or of a profile as Markdown: docs/profiles holds what it writes of each shipped profile.
//
// The anchor of a condition is its id: docs/profiles/dense-cp2-seed.md#lora/rank-range.
#pragma once

#include <string>

#include "analyzer/report/report.pb.h"

namespace tracegate::analyzer {

// Of the report's only page.
std::string write_explain_markdown(const schema::Report& report);

}  // namespace tracegate::analyzer
