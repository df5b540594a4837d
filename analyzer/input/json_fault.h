// What is wrong with a text that is no JSON, in words of ours: the parser's name its own tokens.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/input/input_text.h"

namespace tracegate::analyzer {

// The last token that was right.
enum class JsonBefore { kNothing, kOpen, kKey, kValue };

struct JsonFault {
  JsonBefore before = JsonBefore::kNothing;
  bool outside = false;      // of all brackets
  bool in_object = false;    // the innermost bracket
  std::size_t open = 0;      // its offset
  std::size_t cursor = 0;    // behind the last token that was right; a comma or a colon is not counted as one
  std::size_t position = 0;  // behind the last byte that the parser read
  std::string message;       // the parser's
};

[[noreturn]] void fail_json(const InputText& input, const JsonFault& fault);

// The begin of `text` that is a JSON number. What begins with no number: nothing.
std::string_view json_number(std::string_view text);

}  // namespace tracegate::analyzer
