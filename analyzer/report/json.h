// The report as one JSON object (analyzer/report/report.proto). Equal input gives equal bytes.
#pragma once

#include <string>
#include <vector>

#include "analyzer/report/entry.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

inline constexpr const char* kReportSchema = "1.0";

// Ends with a newline.
std::string write_json(const ProgramInfo& program, const rules::Profile& profile, const std::vector<ModelEntry>& models);

}  // namespace tracegate::analyzer
