// Compiled once, ahead of the rooms that read it: what nearly all of them include, and what changes rarely. A file still includes what it uses.
#ifndef TRACEGATE_IR_PCH_COMMON_H  // `#pragma once` is refused in a file that is compiled alone
#define TRACEGATE_IR_PCH_COMMON_H

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#endif
