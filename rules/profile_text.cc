#include "rules/profile_text.h"

#include <fmt/format.h>

#include "ir/text.h"
#include "rules/text_fault.h"

namespace tracegate::rules {

void ProfileText::fail(int line, int column, std::string_view what) const {
  if (line < 0) throw ProfileError(fmt::format("{}: {}", file_, ir::escape_bytes(what)));
  throw ProfileError(text_fault(text_, file_, line, column, what));
}

}  // namespace tracegate::rules
