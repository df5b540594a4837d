#include "ir/graph/value.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "ir/text/escape.h"

namespace tracegate::ir {
namespace {

struct Tag {
  std::string_view text;
  ValueKind kind;
};

constexpr std::array kTags{
    Tag{"none", ValueKind::kNone},   Tag{"bool", ValueKind::kBool},     Tag{"int", ValueKind::kInt},
    Tag{"float", ValueKind::kFloat}, Tag{"str", ValueKind::kString},    Tag{"cut", ValueKind::kCutString},
    Tag{"dtype", ValueKind::kDtype}, Tag{"num", ValueKind::kNumber},    Tag{"substr", ValueKind::kStringSubclass},
    Tag{"enum", ValueKind::kEnum},   Tag{"tensor", ValueKind::kTensor}, Tag{"fn", ValueKind::kCallable},
    Tag{"ref", ValueKind::kObject},  Tag{"seq", ValueKind::kSequence},  Tag{"table", ValueKind::kTable},
    Tag{"other", ValueKind::kOther}, Tag{"opaque", ValueKind::kOpaque}, Tag{"unreadable", ValueKind::kUnreadable},
};

bool is_decimal(std::string_view text) {
  if (text == "-0") return false;
  if (!text.empty() && text.front() == '-') text.remove_prefix(1);
  if (text.empty() || (text.size() > 1 && text.front() == '0')) return false;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
  }
  return true;
}

std::optional<double> parse_real(std::string_view text) {
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  // from_chars also takes ".5", "5.", "INF" and "nan(1)", which Python's repr never gives.
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  if (digits.empty() || !is_digit(digits.front()) || !is_digit(digits.back())) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::uint32_t> parse_record(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !is_decimal(text)) return std::nullopt;
  return value;
}

// What stands behind the last "=" of "pkg.Class=1" and of "float32[]=0.0"; nothing where nothing stands before it.
std::string_view after_equals(std::string_view text) {
  const auto at = text.rfind('=');
  return at == std::string_view::npos || at == 0 ? std::string_view() : text.substr(at + 1);
}

bool well_formed(ValueKind kind, std::string_view rest) {
  switch (kind) {
    case ValueKind::kNone:
      return rest.empty();
    case ValueKind::kBool:
      return rest == "True" || rest == "False";
    case ValueKind::kInt:
      return is_decimal(rest);
    case ValueKind::kFloat:
      return parse_real(rest).has_value();
    case ValueKind::kNumber:
      return is_escaped_text(rest) && parse_number(after_equals(rest)).has_value();
    case ValueKind::kCutString: {
      const auto colon = rest.find(':');
      return colon != std::string_view::npos && is_decimal(rest.substr(0, colon)) && rest.front() != '-' && is_escaped_text(rest);
    }
    case ValueKind::kTensor:
      return is_escaped_text(rest) && tensor_type(rest).has_value();
    case ValueKind::kStringSubclass: {
      const auto equals = rest.find('=');
      return equals != std::string_view::npos && equals > 0 && is_escaped_text(rest);
    }
    case ValueKind::kString:
      return is_escaped_text(rest);
    default:
      return !rest.empty() && is_escaped_text(rest);
  }
}

}  // namespace

std::string_view payload(std::string_view text) {
  const auto colon = text.find(':');
  return colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
}

std::optional<Value> parse_value(std::string_view text, Strings& strings) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view tag = text.substr(0, colon);
  const std::string_view rest = text.substr(colon + 1);
  for (const Tag& known : kTags) {
    if (known.text != tag) continue;
    Value value;
    value.kind = known.kind;
    switch (known.kind) {
      case ValueKind::kCallable:
      case ValueKind::kObject:
      case ValueKind::kSequence:
      case ValueKind::kTable: {
        const auto record = parse_record(rest);
        if (!record) return std::nullopt;
        value.record = *record;
        break;
      }
      default:
        if (!well_formed(known.kind, rest)) return std::nullopt;
    }
    value.text = strings.intern(text);
    return value;
  }
  return std::nullopt;
}

std::optional<Number> parse_number(std::string_view text) {
  Number number;
  if (is_decimal(text)) {
    number.negative = text.front() == '-';
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number.integer);
    number.big = error == std::errc::result_out_of_range;
    if (number.integer == 0 && !number.big) number.negative = false;
    return number;
  }
  const auto real = parse_real(text);
  if (!real) return std::nullopt;
  number.negative = std::signbit(*real) && *real != 0;
  // 2048.0 is the number 2048. Beyond 2^53 a double is kept as it is: it then equals only itself.
  if (std::isfinite(*real) && *real == std::trunc(*real) && std::fabs(*real) <= 9007199254740992.0) {
    number.integer = static_cast<std::int64_t>(*real);
    return number;
  }
  number.is_integer = false;
  number.real = *real;
  return number;
}

std::optional<Number> number_of(ValueKind kind, std::string_view text) {
  const std::string_view rest = payload(text);
  switch (kind) {
    case ValueKind::kBool: {
      Number number;
      number.integer = rest == "True" ? 1 : 0;
      return number;
    }
    case ValueKind::kInt:
    case ValueKind::kFloat:
      return parse_number(rest);
    case ValueKind::kNumber:
    case ValueKind::kTensor:
      return parse_number(after_equals(rest));
    default:
      return std::nullopt;
  }
}

std::optional<Number> number_of(std::string_view text) {
  for (const Tag& tag : kTags) {
    if (text.substr(0, text.find(':')) == tag.text) return number_of(tag.kind, text);
  }
  return std::nullopt;
}

bool operator==(const Number& a, const Number& b) {
  if (a.is_integer != b.is_integer) return false;
  if (!a.is_integer) return a.real == b.real;  // nan equals nothing
  // Of big ints only the sign is kept: equality cannot be told, and is not claimed.
  return !a.big && !b.big && a.integer == b.integer;
}

std::optional<Number> times(const Number& number, std::int64_t factor) {
  if (!number.is_integer || number.big) return std::nullopt;
  Number product = number;
  if (__builtin_mul_overflow(number.integer, factor, &product.integer)) return std::nullopt;
  product.negative = product.integer < 0;
  return product;
}

std::optional<TensorType> tensor_type(std::string_view text) {
  const auto open = text.find('[');
  const auto close = text.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open || open == 0) return std::nullopt;
  const std::string_view after = text.substr(close + 1);
  if (!after.empty() && (after.front() != '=' || !parse_number(after.substr(1)))) return std::nullopt;
  TensorType type{text.substr(0, open), 0, text.substr(open + 1, close - open - 1)};
  if (type.dimensions.empty()) return type;
  if (!after.empty()) return std::nullopt;  // only a tensor without dimensions has a value
  for (std::string_view rest = type.dimensions;;) {
    const auto comma = rest.find(',');
    const std::string_view dimension = rest.substr(0, comma);
    if (dimension != "?" && (!is_decimal(dimension) || dimension.front() == '-')) return std::nullopt;
    ++type.rank;
    if (comma == std::string_view::npos) return type;
    rest.remove_prefix(comma + 1);
  }
}

std::optional<std::int64_t> TensorType::dimension(std::size_t index) const {
  std::string_view rest = dimensions;
  for (; index > 0; --index) rest.remove_prefix(rest.find(',') + 1);
  const auto number = parse_number(rest.substr(0, rest.find(',')));
  if (!number || number->big) return std::nullopt;
  return number->integer;
}

}  // namespace tracegate::ir
