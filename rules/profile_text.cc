#include "rules/profile_text.h"

#include <fmt/format.h>

#include "ir/text.h"

namespace tracegate::rules {

void ProfileText::fail(int line, int column, std::string_view what) const {
  if (line < 0) throw ProfileError(fmt::format("{}: {}", file_, ir::escape_bytes(what)));
  std::string_view rest = text_;
  for (int i = 0; i < line; ++i) {
    const auto end = rest.find('\n');
    if (end == std::string_view::npos) {
      rest = {};
      break;
    }
    rest.remove_prefix(end + 1);
  }
  std::string_view content = rest.substr(0, rest.find('\n'));
  if (content.ends_with('\r')) content.remove_suffix(1);
  std::string expanded;
  for (const char c : content) {
    if (c == '\t') {
      expanded.append(8 - expanded.size() % 8, ' ');
    } else {
      expanded.push_back(c);
    }
  }
  // Only the end of a long line is cut: the caret stands near its begin, or shows past the cut where it really is.
  throw ProfileError(fmt::format("{}:{}:{}: {}\n  {}\n  {:>{}}", file_, line + 1, column + 1, ir::escape_bytes(what),
                                 ir::shorten(ir::escape_bytes(expanded), 200), "^", column + 1));
}

}  // namespace tracegate::rules
