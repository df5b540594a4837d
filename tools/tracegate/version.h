// What this program is: version, dialects read, report schema, profiles with their digests.
#pragma once

#include <string>

#include "analyzer/report/entry.h"

namespace tracegate::cli {

inline constexpr const char* kVersion = TRACEGATE_VERSION;

analyzer::ProgramInfo program_info();

// Several lines, without a newline at the end.
std::string version_text();

}  // namespace tracegate::cli
