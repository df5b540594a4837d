// The documentation of a condition or of a profile as one Report (analyzer/report/report.proto). Ends with a newline.
#pragma once

#include <string>

#include "analyzer/pages/profile_page.h"
#include "analyzer/report/entry.h"

namespace tracegate::analyzer {

// `profile`: the one that the page is about.
std::string write_explain_json(const ProgramInfo& program, const rules::Profile& profile, const ConditionPage& page);
std::string write_explain_json(const ProgramInfo& program, const rules::Profile& profile, const ProfilePage& page);

}  // namespace tracegate::analyzer
