#include "analyzer/input/input_text.h"

#include <algorithm>

#include "ir/text/error.h"
#include "ir/text/text_fault.h"

namespace tracegate::analyzer {

InputPlace InputText::place(std::size_t offset, InputPlace from) const {
  InputPlace place = from;
  place.offset = offset;
  for (const char c : text_.substr(from.offset, offset - from.offset)) {
    if (c == '\n') {
      ++place.line;
      place.column = 1;
    } else {
      place.column = c == '\t' ? (place.column + 7) / 8 * 8 + 1 : place.column + 1;
    }
  }
  return place;
}

void InputText::fail(std::size_t offset, std::string_view what) const {
  const InputPlace at = place(offset);
  throw UsageError(ir::text_fault(text_, file_, at.line - 1, at.column - 1, what));
}

}  // namespace tracegate::analyzer
