// The explanation for people: the gate's report, the nearest layer that matches, the checked changes and the money.
#pragma once

#include <string>

#include "analyzer/why/explanation.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

// `file`: as the caller gave it.
std::string write_why_text(const rules::Profile& profile, const std::string& file, Explanation explanation);

}  // namespace tracegate::analyzer
