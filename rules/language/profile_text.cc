#include "rules/language/profile_text.h"

#include <fmt/format.h>

#include "ir/text/error.h"
#include "ir/text/escape.h"
#include "ir/text/text_fault.h"

namespace tracegate::rules {

void ProfileText::fail(int line, int column, std::string_view what) const {
  if (line < 0) throw UsageError(fmt::format("{}: {}", file_, ir::escape_bytes(what)));
  throw UsageError(ir::text_fault(text_, file_, line, column, what));
}

}  // namespace tracegate::rules
