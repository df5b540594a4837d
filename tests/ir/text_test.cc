// Escaped text: what passes for it, how any bytes become it, and where a long one is cut.
#include "ir/text/escape.h"

#include <string>

#include <doctest/doctest.h>

namespace tracegate::ir {
namespace {

struct Row {
  std::string name;
  std::string text;
};

const Row kEscaped[] = {
    {"empty", ""},
    {"ascii", "layers.0.self_attn"},
    {"space and tilde", " ~"},
    {"escaped backslash", R"(a\\b)"},
    {"escaped dot", R"(a\.b)"},
    {"control character", R"(\u000a)"},
    {"lone surrogate", R"(\udcff)"},
    {"escape at the end", R"(x\u2028)"},
    {"backslash, then the letter u", R"(\\u)"},
    {"two bytes, lowest free", "\xC2\xA0"},
    {"two bytes, highest", "\xDF\xBF"},
    {"three bytes, lowest", "\xE0\xA0\x80"},
    {"before the surrogates", "\xED\x9F\xBF"},
    {"after the surrogates", "\xEE\x80\x80"},
    {"next to the line separators", "\xE2\x80\xA7\xE2\x80\xAA"},
    {"four bytes, lowest", "\xF0\x90\x80\x80"},
    {"four bytes, highest", "\xF4\x8F\xBF\xBF"},
};

const Row kNotEscaped[] = {
    {"backslash at the end", "a\\"},
    {"backslash and another letter", R"(\n)"},
    {"capital U", R"(\U000a)"},
    {"three hex digits", R"(\u00a)"},
    {"capital hex digits", R"(\u000A)"},
    {"no hex digit", R"(\u00g0)"},
    {"line feed", "a\nb"},
    {"zero byte", std::string("a\0b", 3)},
    {"unit separator", "\x1F"},
    {"delete", "\x7F"},
    {"U+0080", "\xC2\x80"},
    {"U+009F", "\xC2\x9F"},
    {"line separator", "\xE2\x80\xA8"},
    {"paragraph separator", "\xE2\x80\xA9"},
    {"continuation byte alone", "\x80"},
    {"overlong slash", "\xC0\xAF"},
    {"overlong in two bytes", "\xC1\xBF"},
    {"overlong in three bytes", "\xE0\x9F\xBF"},
    {"overlong in four bytes", "\xF0\x8F\xBF\xBF"},
    {"surrogate", "\xED\xA0\x80"},
    {"above U+10FFFF", "\xF4\x90\x80\x80"},
    {"first byte F5", "\xF5\x80\x80\x80"},
    {"first byte FF", "\xFF"},
    {"cut after one of two", "a\xC3"},
    {"cut after two of three", "a\xE2\x82"},
    {"cut after three of four", "a\xF0\x9F\x98"},
    {"first byte where a continuation belongs", "\xE2\x82\xE2"},
};

TEST_CASE("text: escaped") {
  for (const Row& row : kEscaped) {
    CAPTURE(row.name);
    CHECK(is_escaped_text(row.text));
    // What is valid and has no backslash is its own escaped form.
    if (row.text.find('\\') == std::string::npos) CHECK(escape_bytes(row.text) == row.text);
  }
}

TEST_CASE("text: not escaped") {
  for (const Row& row : kNotEscaped) {
    CAPTURE(row.name);
    CHECK_FALSE(is_escaped_text(row.text));
    CHECK(is_escaped_text(escape_bytes(row.text)));
  }
}

struct Prefix {
  std::string name;
  std::string bytes;
  std::size_t valid;
};

const Prefix kPrefixes[] = {
    {"nothing", "", 0},
    {"all of it, control characters too", std::string("a\0\n\xC3\xA9", 5), 5},
    {"up to the first bad byte", "a\xC3\xA9\xFFz", 3},
    {"up to a cut character", "ab\xE2\x82", 2},
    {"not from the first byte", "\x80z", 0},
};

TEST_CASE("text: utf8_prefix") {
  for (const Prefix& row : kPrefixes) {
    CAPTURE(row.name);
    CHECK(utf8_prefix(row.bytes) == row.valid);
  }
}

struct Pair {
  std::string name;
  std::string bytes;
  std::string text;
};

const Pair kEscapes[] = {
    {"nothing to do", "plain", "plain"},
    {"backslash", R"(a\b)", R"(a\\b)"},
    {"line feed and tab", "a\n\tb", R"(a\u000a\u0009b)"},
    {"zero byte", std::string("\0", 1), R"(\u0000)"},
    {"U+0085", "\xC2\x85", R"(\u0085)"},
    {"line separator", "\xE2\x80\xA8", R"(\u2028)"},
    {"not UTF-8, byte by byte", "a\xFF\xE2\x82z", R"(a\u00ff\u00e2\u0082z)"},
    {"text beside damage", "\xC3\xA9\xC3", "\xC3\xA9\\u00c3"},
};

TEST_CASE("text: escape_bytes") {
  for (const Pair& row : kEscapes) {
    CAPTURE(row.name);
    CHECK(escape_bytes(row.bytes) == row.text);
  }
}

struct Cut {
  std::string name;
  std::string text;
  std::size_t bytes;
  std::string expected;
};

const Cut kCuts[] = {
    {"shorter", "abc", 4, "abc"},
    {"as long", "abc", 3, "abc"},
    {"one more", "abcd", 3, "abc..."},
    {"before a character of two bytes", "ab\xC3\xA9", 3, "ab..."},
    {"behind a character of two bytes", "a\xC3\xA9z", 3, "a\xC3\xA9..."},
    {"nothing fits", "\xF0\x9F\x98\x80", 3, "..."},
    {"continuation bytes only", "\x80\x80\x80", 2, "..."},
    {"to nothing", "abc", 0, "..."},
};

TEST_CASE("text: shorten") {
  for (const Cut& row : kCuts) {
    CAPTURE(row.name);
    CHECK(shorten(row.text, row.bytes) == row.expected);
  }
  CHECK(shorten(std::string(121, 'x')) == std::string(120, 'x') + "...");
}

}  // namespace
}  // namespace tracegate::ir
