// The text of an input file, for messages: each fault is a UsageError "FILE:LINE:COLUMN: what", with the line and a caret.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tracegate::analyzer {

// Where something stands: bytes from the begin of the text; line and column from 1, a tab advancing to the next multiple of 8.
struct InputPlace {
  std::size_t offset = 0;
  int line = 1;
  int column = 1;
};

// Text and name belong to somebody else, who keeps them as long.
class InputText {
 public:
  InputText(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::string_view text() const { return text_; }
  // `from`: a place known already, not behind the one asked for.
  InputPlace place(std::size_t offset, InputPlace from = {}) const;
  [[noreturn]] void fail(std::size_t offset, std::string_view what) const;

 private:
  std::string_view text_;
  const std::string& file_;
};

}  // namespace tracegate::analyzer
