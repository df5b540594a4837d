// Sizes of memory as people write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tracegate::cli {

// Bytes of "36GiB", "79.25 GiB", "40gb" or "1024"; a fraction of a byte is dropped. Nothing for what is no size of 1 byte to 2^63 - 1.
std::optional<std::int64_t> parse_size(std::string_view text);

}  // namespace tracegate::cli
