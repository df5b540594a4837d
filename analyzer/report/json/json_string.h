// Text as a JSON string.
#pragma once

#include <string>
#include <string_view>

namespace tracegate::analyzer {

// With its quotes. What is not valid UTF-8 becomes U+FFFD, one for the longest begin of a character that is there.
void append_json_string(std::string& out, std::string_view text);

}  // namespace tracegate::analyzer
