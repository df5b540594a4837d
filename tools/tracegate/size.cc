#include "tools/tracegate/size.h"

#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace tracegate::cli {
namespace {

constexpr std::array<std::pair<std::string_view, std::int64_t>, 10> kUnits = {{
    {"", 1},
    {"b", 1},
    {"kb", 1000},
    {"mb", 1000000},
    {"gb", 1000000000},
    {"tb", 1000000000000},
    {"kib", std::int64_t{1} << 10},
    {"mib", std::int64_t{1} << 20},
    {"gib", std::int64_t{1} << 30},
    {"tib", std::int64_t{1} << 40},
}};

std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
  return end - at;
}

}  // namespace

std::optional<std::int64_t> parse_size(std::string_view text) {
  __extension__ typedef __int128 Wide;
  constexpr std::size_t kMostDigits = 18;
  const std::size_t whole = digits_at(text, 0);
  std::size_t end = whole, fraction = 0;
  if (end < text.size() && text[end] == '.') {
    fraction = digits_at(text, end + 1);
    if (fraction == 0) return std::nullopt;
    end += 1 + fraction;
  }
  if (whole == 0 || whole + fraction > kMostDigits) return std::nullopt;
  while (end < text.size() && text[end] == ' ') ++end;
  std::string unit;
  for (const char letter : text.substr(end)) unit += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  for (const auto& [name, bytes] : kUnits) {
    if (name != unit) continue;
    Wide number = 0, scale = 1;
    for (std::size_t i = 0; i < whole + (fraction == 0 ? 0 : 1 + fraction); ++i) {
      if (text[i] != '.') number = number * 10 + (text[i] - '0');
      if (i > whole) scale *= 10;
    }
    const Wide size = number * bytes / scale;
    if (size < 1 || size > INT64_MAX) return std::nullopt;
    return static_cast<std::int64_t>(size);
  }
  return std::nullopt;
}

}  // namespace tracegate::cli
