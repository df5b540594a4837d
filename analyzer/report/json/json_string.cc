#include "analyzer/report/json/json_string.h"

#include <fmt/format.h>

#include "ir/text/escape.h"

namespace tracegate::analyzer {
namespace {

// The bytes of a character that breaks off, or 1: `text` begins with no valid one.
std::size_t broken_size(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = at(0);
  const std::size_t whole = lead < 0xC2 || lead > 0xF4 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  std::size_t size = 1;
  for (; size < whole && size < text.size(); ++size) {
    // Behind these the first bytes of overlong forms, surrogates and what lies above U+10FFFF are no begin of a character.
    const unsigned char least = size > 1 ? 0x80 : lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char most = size > 1 ? 0xBF : lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (at(size) < least || at(size) > most) break;
  }
  return size;
}

// Valid UTF-8.
void append_escaped(std::string& out, std::string_view text) {
  std::size_t plain = 0;  // where what needs no escape begins
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    out += text.substr(plain, i - plain);
    plain = i + 1;
    constexpr std::string_view kCodes = "\b\t\n\f\r\"\\", kLetters = "btnfr\"\\";
    const auto known = kCodes.find(text[i]);
    if (known == std::string_view::npos) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", c);
    } else {
      out += '\\';
      out += kLetters[known];
    }
  }
  out += text.substr(plain);
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const std::size_t valid = ir::utf8_prefix(text);
    append_escaped(out, text.substr(0, valid));
    text.remove_prefix(valid);
    if (text.empty()) break;
    out += "\xEF\xBF\xBD";
    text.remove_prefix(broken_size(text));
  }
  out += '"';
}

}  // namespace tracegate::analyzer
