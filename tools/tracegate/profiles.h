// Finds a profile by the words of a command line.
#pragma once

#include <string>

#include "rules/language/profile.h"

namespace tracegate::cli {

struct ProfileText {
  std::string file;
  std::string text;
};

// The id of a shipped profile, or a path (what holds a "/" or ends in ".textproto"). Throws rules::ProfileError where there is none.
ProfileText find_profile(const std::string& word);

rules::Profile load_profile(const std::string& word);

}  // namespace tracegate::cli
