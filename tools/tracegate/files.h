// Text files that a person wrote.
#pragma once

#include <cstdint>
#include <string>

namespace tracegate::cli {

// The whole file. Throws ir::ReadError, also where it has more than `most_bytes`; `what` names its kind: "a profile".
std::string read_text_file(const std::string& path, std::uint64_t most_bytes, const char* what);

}  // namespace tracegate::cli
