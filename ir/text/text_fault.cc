#include "ir/text/text_fault.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/text/escape.h"

namespace tracegate::ir {
namespace {

constexpr std::size_t kMostBytes = 200;    // shown of a line
constexpr std::size_t kBytesBefore = 100;  // of them before a fault that stands far to the right

std::string_view line_at(std::string_view text, int line) {
  for (int i = 0; i < line; ++i) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

std::string without_tabs(std::string_view line) {
  std::string out;
  for (const char c : line) {
    if (c == '\t') {
      out.append(8 - out.size() % 8, ' ');
    } else {
      out.push_back(c);
    }
  }
  return out;
}

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::string text_fault(std::string_view text, std::string_view file, int line, int column, std::string_view what) {
  const std::string content = without_tabs(line_at(text, line));
  const auto wanted = static_cast<std::size_t>(column);
  const std::size_t at = std::min(wanted, content.size());
  std::size_t begin = at + kBytesBefore / 2 > kMostBytes ? at - kBytesBefore : 0;
  while (begin > 0 && continues_character(content[begin])) --begin;

  const std::string before = (begin > 0 ? "..." : "") + ir::escape_bytes(std::string_view(content).substr(begin, at - begin));
  // More than can be shown: a character cut in the middle here is cut off below.
  const std::string shown = before + ir::escape_bytes(std::string_view(content).substr(at, 2 * kMostBytes));
  const std::size_t most = std::max(kMostBytes, before.size() + kBytesBefore / 2);
  // What an escape or a character of several bytes adds or saves moves the caret, not the column.
  const auto characters = std::count_if(before.begin(), before.end(), [](char c) { return !continues_character(c); });
  const std::size_t caret = static_cast<std::size_t>(characters) + (wanted - at);
  return fmt::format("{}:{}:{}: {}\n  {}\n  {:>{}}", file, line + 1, column + 1, ir::escape_bytes(what), ir::shorten(shown, most), "^",
                     caret + 1);
}

}  // namespace tracegate::ir
