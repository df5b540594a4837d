#include "analyzer/input/json_fault.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ir/text/escape.h"

namespace tracegate::analyzer {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

std::string_view needed(const JsonFault& fault, bool behind_separator) {
  switch (fault.before) {
    case JsonBefore::kNothing:
      return "a value is needed here";
    case JsonBefore::kOpen:
      return fault.in_object ? "a key in double quotes is needed here, or `}`" : "a value is needed here, or `]`";
    case JsonBefore::kKey:
      return behind_separator ? "a value is needed here" : "`:` is needed here";
    case JsonBefore::kValue:
      break;
  }
  if (fault.outside) return "nothing may stand behind the end of the value";
  if (!behind_separator) return fault.in_object ? "`,` is needed here, or `}`" : "`,` is needed here, or `]`";
  return fault.in_object ? "a key in double quotes is needed here" : "a value is needed here";
}

// What looks like one word: a wrong number, or a name that other languages know.
std::string word_at(std::string_view text) {
  const auto of_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '+' || c == '-' || c == '.';
  };
  return ir::shorten(text.substr(0, static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), of_word) - text.begin())), 40);
}

bool names_a_number(std::string_view word) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  constexpr std::array<std::string_view, 5> kNames = {"NaN", "nan", "Infinity", "inf", "Inf"};
  return std::find(kNames.begin(), kNames.end(), word) != kNames.end();
}

[[noreturn]] void fail_in_text(const InputText& input, std::size_t begin, std::size_t position) {
  const std::string_view text = input.text();
  if (position > text.size()) input.fail(begin, "this text has no closing quote");
  const std::size_t last = position - 1;
  if (text[last] == '\n' || text[last] == '\r') input.fail(begin, "this text has no closing quote on its line");
  if (static_cast<unsigned char>(text[last]) < 0x20) input.fail(last, "a text may not hold a control character");
  const std::size_t escape = text.rfind('\\', last);
  input.fail(escape == std::string_view::npos || escape < begin ? last : escape, "this escape is not one of JSON's");
}

}  // namespace

void fail_json(const InputText& input, const JsonFault& fault) {
  const std::string_view text = input.text();
  // To the token at fault: over what separates it from the last one, unless a separator is what is wrong.
  std::size_t at = std::min(text.find_first_not_of(kSpace, fault.cursor), text.size());
  std::size_t separator = std::string_view::npos;
  while (at < text.size() && (text[at] == ',' || text[at] == ':') && at + 1 < fault.position) {
    separator = at;
    at = std::min(text.find_first_not_of(kSpace, at + 1), text.size());
  }
  const bool behind_separator = separator != std::string_view::npos;

  if (at == text.size()) {
    const std::size_t end = text.find_last_not_of(kSpace) + 1;
    if (fault.outside) input.fail(end, "the file ends where a value is needed");
    const InputPlace open = input.place(fault.open);
    const std::string_view kind = fault.in_object ? "object" : "array";
    input.fail(end, fmt::format("the file ends inside the {} that begins at {}:{}", kind, open.line, open.column));
  }
  if (behind_separator && text[separator] == ',' && text[at] == (fault.in_object ? '}' : ']')) {
    input.fail(separator, fmt::format("a comma may not stand before `{}`", text[at]));
  }
  if (text[at] == '/' || text[at] == '#') input.fail(at, "JSON has no comments");
  const std::string word = word_at(text.substr(at));
  if (fault.message.find("json.exception.out_of_range.406") != std::string::npos) {
    input.fail(at, fmt::format("`{}` is not finite: it does not fit a double of 64 bits", word));
  }
  if (fault.message.find(" - invalid string") != std::string::npos) fail_in_text(input, at, fault.position);
  if (names_a_number(word) || fault.message.find(" - invalid number") != std::string::npos) {
    input.fail(at, fmt::format("`{}` is no number of JSON", word));
  }
  input.fail(at, needed(fault, behind_separator));
}

std::string_view json_number(std::string_view text) {
  std::size_t at = 0;
  const auto is = [&](std::string_view set) { return at < text.size() && set.find(text[at]) != std::string_view::npos; };
  const auto digits = [&] {
    while (is("0123456789")) ++at;
  };
  if (is("-")) ++at;
  // Nothing follows a leading zero: what does is the next token.
  if (is("0")) {
    ++at;
  } else {
    digits();
  }
  if (is(".")) {
    ++at;
    digits();
  }
  if (is("eE")) {
    ++at;
    if (is("+-")) ++at;
    digits();
  }
  return text.substr(0, at);
}

}  // namespace tracegate::analyzer
