// Escaping of names, paths and string values (ir/dialect.md, section 2), and the test that a text is already in that form.
#pragma once

#include <string>
#include <string_view>

namespace tracegate::ir {

// True for valid UTF-8 without control characters and line separators, in which every backslash begins `\\`, `\.` or `\uXXXX`.
bool is_escaped_text(std::string_view text);

// Bytes at the begin that are valid UTF-8: all, or up to the first byte that is not.
std::size_t utf8_prefix(std::string_view text);

// Any bytes as escaped text: what is not valid UTF-8 becomes \u00XX byte by byte. For quoting what a damaged file holds.
std::string escape_bytes(std::string_view bytes);

// At most `bytes` bytes of an escaped text, cut between characters, with "..." where something was cut.
std::string shorten(std::string_view text, std::size_t bytes = 120);

}  // namespace tracegate::ir
