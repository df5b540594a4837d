// What this program calls itself.
#pragma once

#include "analyzer/report/entry.h"

namespace tracegate::cli {

inline constexpr const char* kVersion = TRACEGATE_VERSION;

inline analyzer::ProgramInfo program_info() { return {"tracegate", kVersion}; }

}  // namespace tracegate::cli
