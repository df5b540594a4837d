// What this program calls itself.
#pragma once

namespace tracegate::cli {

inline constexpr const char* kVersion = TRACEGATE_VERSION;

}  // namespace tracegate::cli
