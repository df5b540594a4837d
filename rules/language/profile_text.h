// Where a fault in a profile's text is, for messages: FILE:LINE:COLUMN, the line, a caret.
#pragma once

#include <string>
#include <string_view>

#include "rules/language/profile.h"

namespace tracegate::rules {

class ProfileText {
 public:
  ProfileText(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  // `line` and `column` from 0, in bytes, a tab advancing to the next multiple of 8, as protobuf counts; line -1: no place is known.
  [[noreturn]] void fail(int line, int column, std::string_view what) const;

 private:
  std::string_view text_;
  const std::string& file_;
};

}  // namespace tracegate::rules
