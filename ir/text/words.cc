#include "ir/text/words.h"

#include <cmath>

#include <fmt/format.h>

#include "ir/text/escape.h"

namespace tracegate::ir {

std::string plural(std::uint64_t count, std::string_view noun, std::string_view nouns) {
  if (count == 1) return fmt::format("1 {}", noun);
  return nouns.empty() ? fmt::format("{} {}s", count, noun) : fmt::format("{} {}", count, nouns);
}

std::string enumerate(const std::vector<std::string>& items, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? fmt::format(" {} ", last) : ", ";
    text += items[i];
  }
  return text;
}

std::string some_of(std::vector<std::string> items, std::size_t most) {
  const std::size_t more = items.size() > most ? items.size() - most : 0;
  items.resize(items.size() - more);
  std::string text = fmt::format("{}", fmt::join(items, ", "));
  return more > 0 ? fmt::format("{} and {} more", text, more) : text;
}

std::string runs(const std::vector<std::uint64_t>& numbers, std::size_t most) {
  std::string text;
  std::size_t told = 0;
  for (std::size_t i = 0; i < numbers.size(); ++told) {
    if (told > 0) text += ", ";
    if (most > 0 && told == most) return text + "...";
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += last == i ? fmt::format("{}", numbers[i]) : fmt::format("{}-{}", numbers[i], numbers[last]);
    i = last + 1;
  }
  return text;
}

std::string grouped(std::int64_t number) {
  std::string text = fmt::format("{}", number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) text.insert(at -= 3, ",");
  return text;
}

std::string in_units(std::int64_t bytes) {
  const double value = static_cast<double>(bytes);
  if (std::abs(value) >= 1073741824.0) return fmt::format("{:.2f} GiB", value / 1073741824.0);
  if (std::abs(value) >= 1048576.0) return fmt::format("{:.1f} MiB", value / 1048576.0);
  if (std::abs(value) >= 1024.0) return fmt::format("{:.1f} KiB", value / 1024.0);
  return fmt::format("{} bytes", bytes);
}

std::string typed_in_words(std::string_view value) {
  const auto colon = value.find(':');
  const std::string_view tag = value.substr(0, colon);
  const std::string rest = shorten(colon == std::string_view::npos ? std::string_view() : value.substr(colon + 1));
  if (tag == "none") return "None";
  if (tag == "str") return fmt::format("str \"{}\"", rest);
  if (tag == "cut") return fmt::format("a str of {} characters", rest.substr(0, rest.find(':')));
  if (tag == "num" || tag == "substr") {
    const auto equals = rest.rfind('=');
    return fmt::format("{} of class {}", rest.substr(equals + 1), rest.substr(0, equals));
  }
  if (tag == "other" || tag == "opaque") return fmt::format("an object of class {}", rest);
  if (tag == "unreadable") return fmt::format("unreadable: reading it raised {}", rest);
  return fmt::format("{} {}", tag, rest);
}

}  // namespace tracegate::ir
