#include "ir/text/escape.h"

#include <cstdint>
#include <cstring>

#include <fmt/format.h>

namespace tracegate::ir {
namespace {

// Bytes of the character at `at`, 0 where it is not valid UTF-8 (overlong forms, surrogates and what lies above U+10FFFF included).
std::size_t character_size(std::string_view text, std::size_t at, std::uint32_t& code) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) {
    code = first;
    return 1;
  }
  std::size_t size = 0;
  if (first >= 0xC2 && first <= 0xDF) {
    size = 2;
    code = first & 0x1Fu;
  } else if (first >= 0xE0 && first <= 0xEF) {
    size = 3;
    code = first & 0x0Fu;
  } else if (first >= 0xF0 && first <= 0xF4) {
    size = 4;
    code = first & 0x07u;
  } else {
    return 0;
  }
  if (text.size() - at < size) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
    code = (code << 6) | (byte(at + i) & 0x3Fu);
  }
  if (size == 3 && (code < 0x800 || (code >= 0xD800 && code <= 0xDFFF))) return 0;
  if (size == 4 && (code < 0x10000 || code > 0x10FFFF)) return 0;
  return size;
}

bool must_be_escaped(std::uint32_t code) { return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x2028 || code == 0x2029; }

// Of a text that is shown: what a terminal obeys, or what makes a reader see another text.
bool is_deceptive(std::uint32_t code) {
  if (code < 0x20) return code != '\n' && code != '\t';
  return must_be_escaped(code) || (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2060 && code <= 0x2069) || code == 0xFEFF;
}

constexpr std::size_t kPlainBytes = 8;

// Eight bytes at once: printable ASCII without a backslash. A byte is looked for by the borrow that a subtraction leaves in its high bit.
bool all_plain(const char* bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kHigh = kOnes << 7;
  std::uint64_t eight = 0;
  std::memcpy(&eight, bytes, kPlainBytes);
  const auto zero = [](std::uint64_t x) { return (x - kOnes) & ~x & kHigh; };
  const std::uint64_t below_blank = (eight - kOnes * 0x20) & ~eight & kHigh;
  return ((eight & kHigh) | below_blank | zero(eight ^ (kOnes * 0x7F)) | zero(eight ^ (kOnes * '\\'))) == 0;
}

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

}  // namespace

bool is_escaped_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (text.size() - at >= kPlainBytes && all_plain(text.data() + at)) {  // nearly all of it
      at += kPlainBytes;
      continue;
    }
    const char plain = text[at];
    if (plain >= 0x20 && plain < 0x7F && plain != '\\') {
      ++at;
      continue;
    }
    std::uint32_t code = 0;
    const std::size_t size = character_size(text, at, code);
    if (size == 0 || must_be_escaped(code)) return false;
    if (code != '\\') {
      at += size;
      continue;
    }
    if (at + 1 >= text.size()) return false;
    const char kind = text[at + 1];
    if (kind == '\\' || kind == '.') {
      at += 2;
    } else if (kind == 'u' && text.size() - at >= 6 && is_hex(text[at + 2]) && is_hex(text[at + 3]) && is_hex(text[at + 4]) &&
               is_hex(text[at + 5])) {
      at += 6;
    } else {
      return false;
    }
  }
  return true;
}

std::size_t utf8_prefix(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::uint32_t code = 0;
    const std::size_t size = character_size(text, at, code);
    if (size == 0) break;
    at += size;
  }
  return at;
}

std::string escape_bytes(std::string_view bytes) {
  std::string out;
  for (std::size_t at = 0; at < bytes.size();) {
    std::uint32_t code = 0;
    const std::size_t size = character_size(bytes, at, code);
    if (size == 0) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(bytes[at]));
      ++at;
      continue;
    }
    if (code == '\\') {
      out += "\\\\";
    } else if (must_be_escaped(code)) {
      out += fmt::format("\\u{:04x}", code);
    } else {
      out += bytes.substr(at, size);
    }
    at += size;
  }
  return out;
}

std::string one_line(std::string_view word) { return is_escaped_text(word) ? std::string(word) : escape_bytes(word); }

std::string displayed(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool line_begins = true;  // nothing but blanks stands before
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    std::uint32_t code = 0;
    std::size_t size = character_size(text, at, code);
    bool escaped =
        size == 0 || is_deceptive(code) || rest.starts_with("##[") || rest.starts_with("##vso[") || (line_begins && rest.starts_with("::"));
    if (size == 0) {
      code = static_cast<unsigned char>(text[at]);
      size = 1;
    }
    if (code == '\r' && rest.starts_with("\r\n")) escaped = false;  // a file's way to break lines
    line_begins = code == '\n' || (line_begins && (code == ' ' || code == '\t' || code == '\r'));
    if (escaped) {
      out += fmt::format("\\u{:04x}", code);
    } else {
      out += text.substr(at, size);
    }
    at += size;
  }
  return out;
}

std::string shorten(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  std::size_t cut = bytes;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return std::string(text.substr(0, cut)) + "...";
}

}  // namespace tracegate::ir
