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

// A caller's word (a file name, a flag) as one line of escaped text; what is escaped text already stays as it is, as paths and names of a
// file are.
std::string one_line(std::string_view word);

// Any text, of one line or many, as it may be shown: the last step before it is printed, in every format. Line breaks and tabs stay. Made
// \uXXXX, which JSON reads as the character itself: other control characters, what is invisible or turns the direction of writing (U+200B
// to U+200F, U+2028 to U+202E, U+2060 to U+2069, U+FEFF), bytes that are no UTF-8, and the first character of what a CI log takes for an
// order:
// "##[" and "##vso[" anywhere, "::" at the begin of a line. The dialect does not ask for these escapes: a class may have such a name, and
// its file is read; only what is shown of it differs. Shown twice is as shown once.
std::string displayed(std::string_view text);

// At most `bytes` bytes of an escaped text, cut between characters, with "..." where something was cut.
std::string shorten(std::string_view text, std::size_t bytes = 120);

}  // namespace tracegate::ir
