// The documentation of a condition or of a profile as Markdown: docs/profiles holds what it writes of each shipped profile.
//
// The anchor of a condition is its id: docs/profiles/dense-cp2-seed.md#lora/rank-range.
#pragma once

#include <string>

#include "analyzer/pages/profile_page.h"

namespace tracegate::analyzer {

std::string write_explain_markdown(const ConditionPage& page);
std::string write_explain_markdown(const ProfilePage& page);

}  // namespace tracegate::analyzer
