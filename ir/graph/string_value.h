// The text of a value that is a string to Python's == and to its dictionaries.
#pragma once

#include <optional>
#include <string_view>

#include "ir/graph/value.h"

namespace tracegate::ir {

// Of a str, or of an instance of a subclass (ir/dialect.md, section 2); empty for everything else. `text`: the whole value, tag included.
inline std::optional<std::string_view> string_of(ValueKind kind, std::string_view text) {
  const std::string_view rest = payload(text);
  if (kind == ValueKind::kString) return rest;
  if (kind != ValueKind::kStringSubclass) return std::nullopt;
  return rest.substr(rest.find('=') + 1);  // what stands before the first "=" is the class
}

}  // namespace tracegate::ir
