// JSON text as a tree in which each value and each key knows where it stands. Faults are InputErrors.
//
// Refused besides what is no JSON: text that is not UTF-8, a key given twice in one object, nesting deeper than 32, comments, and numbers
// too large for a double. The deepest recursion over a tree, its destructor's included, is therefore 32.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/input/input_text.h"

namespace tracegate::analyzer {

inline constexpr std::size_t kMostJsonNesting = 32;

struct JsonKey {
  std::string name;        // without escapes
  std::size_t offset = 0;  // of its opening quote
};

struct JsonValue {
  enum class Kind { kNull, kBoolean, kNumber, kText, kArray, kObject };

  Kind kind = Kind::kNull;
  std::size_t offset = 0;  // of its first byte: a quote, a bracket, a sign or a digit
  bool boolean = false;
  double number = 0;                // finite
  std::string text;                 // of a text without escapes, of a number as it is written
  std::vector<JsonKey> keys;        // of an object: one each child
  std::vector<JsonValue> children;  // of an array or an object, in the order of the text

  // The child of an object; none: null.
  const JsonValue* find(std::string_view key) const;
};

JsonValue parse_json(const InputText& input);

}  // namespace tracegate::analyzer
