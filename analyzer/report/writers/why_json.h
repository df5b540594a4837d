// The explanation as JSON: a report of one model with `explanation` (analyzer/report/report.proto).
#pragma once

#include <string>

#include "analyzer/report/entry.h"
#include "analyzer/why/explanation.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

// Ends with a newline.
std::string write_why_json(const ProgramInfo& program, const rules::Profile& profile, const std::string& file, Explanation explanation);

}  // namespace tracegate::analyzer
