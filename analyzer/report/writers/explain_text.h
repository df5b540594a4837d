// The documentation of a condition or of a profile for people at a terminal. Independent of locale and terminal width.
#pragma once

#include <string>

#include "analyzer/pages/profile_page.h"

namespace tracegate::analyzer {

std::string write_explain_text(const ConditionPage& page);
std::string write_explain_text(const ProfilePage& page);

}  // namespace tracegate::analyzer
