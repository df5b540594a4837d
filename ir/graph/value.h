// A fact's value: a typed text as the exporter wrote it (ir/dialect.md, section 2), taken apart.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ir/graph/string_table.h"

namespace tracegate::ir {

enum class ValueKind : std::uint8_t {
  kNone,
  kBool,
  kInt,
  kFloat,
  kString,
  kCutString,
  kDtype,
  kNumber,  // of another type than exactly bool, int or float
  kStringSubclass,
  kEnum,
  kTensor,
  kCallable,
  kObject,
  kSequence,
  kTable,
  kOther,
  kOpaque,  // how it compares cannot be told
  kUnreadable,
};

struct Value {
  ValueKind kind = ValueKind::kNone;
  // The whole text, tag included: two values are the same value exactly when kind and text are equal.
  StringId text = kNoString;
  // kCallable, kObject, kSequence, kTable: the number of the record or object.
  std::uint32_t record = 0;

  friend bool operator==(const Value&, const Value&) = default;
};

// Takes `text` apart and interns it. Empty where it has none of the forms of the dialect; numbers of records are not resolved here.
std::optional<Value> parse_value(std::string_view text, Strings& strings);

// A number as Python's == sees it. `big`: an int that does not fit 64 bits; only its sign is then known.
struct Number {
  bool is_integer = true;
  bool big = false;
  bool negative = false;
  std::int64_t integer = 0;
  double real = 0;

  friend bool operator==(const Number& a, const Number& b);
};

// bool, int, float, other numbers and zero-dimensional tensors with a value; empty for everything else.
std::optional<Number> number_of(ValueKind kind, std::string_view text);
// The same of a whole text: "int:2".
std::optional<Number> number_of(std::string_view text);
// "3", "-1", "0.5", "nan".
std::optional<Number> parse_number(std::string_view text);
// Exact product; empty where it does not fit 64 bits or is no integer.
std::optional<Number> times(const Number& number, std::int64_t factor);

// The parts of "tensor:bfloat16[2048,8]": the dtype, and how many dimensions it has.
struct TensorType {
  std::string_view dtype;
  std::size_t rank = 0;
  std::string_view dimensions;  // "2048,8"

  // Dimension number `index`; empty where it is symbolic or does not fit 64 bits.
  std::optional<std::int64_t> dimension(std::size_t index) const;
};
std::optional<TensorType> tensor_type(std::string_view text);

// The text after the tag: "full" of "str:full".
std::string_view payload(std::string_view text);

}  // namespace tracegate::ir
