// Where the caret of a message stands, and what is shown of a long line.
#include "ir/text/text_fault.h"

#include <string>

#include <doctest/doctest.h>

namespace tracegate::ir {
namespace {

std::string repeated(char c, std::size_t count) { return std::string(count, c); }

TEST_CASE("text fault") {
  struct Row {
    std::string name;
    std::string text;
    int line;
    int column;
    std::string expected;
  };
  const std::string wide = repeated('a', 50) + "\xC3\xA9" + repeated('b', 99);  // 50 and 51 are one letter
  const Row rows[] = {
      {"first byte", "abc\ndef\n", 0, 0, "f:1:1: what\n  abc\n  ^"},
      {"second line", "abc\ndef\n", 1, 2, "f:2:3: what\n  def\n    ^"},
      {"last line without an end", "abc\ndef", 1, 0, "f:2:1: what\n  def\n  ^"},
      {"behind the end of a line", "abc\n", 0, 5, "f:1:6: what\n  abc\n       ^"},
      {"behind the end of the text", "abc\n", 3, 1, "f:4:2: what\n  \n   ^"},
      {"carriage return", "abc\r\n", 0, 3, "f:1:4: what\n  abc\n     ^"},
      {"tab", "a\tb\n", 0, 8, "f:1:9: what\n  a       b\n          ^"},
      {"behind characters of several bytes", "\xC3\xA9\xE4\xB8\xAD!", 0, 5, "f:1:6: what\n  \xC3\xA9\xE4\xB8\xAD!\n    ^"},
      {"behind an escape", "\x01!", 0, 1, "f:1:2: what\n  \\u0001!\n        ^"},
      {"as long as is shown", repeated('a', 200), 0, 150, "f:1:151: what\n  " + repeated('a', 200) + "\n" + repeated(' ', 152) + "^"},
      {"end cut", repeated('a', 201), 0, 2, "f:1:3: what\n  " + repeated('a', 200) + "...\n    ^"},
      {"begin cut", repeated('a', 51) + repeated('b', 100) + "!", 0, 151,
       "f:1:152: what\n  ..." + repeated('b', 100) + "!\n" + repeated(' ', 105) + "^"},
      {"both cut", repeated('a', 900) + repeated('b', 100) + "!" + repeated('c', 900), 0, 1000,
       "f:1:1001: what\n  ..." + repeated('b', 100) + "!" + repeated('c', 96) + "...\n" + repeated(' ', 105) + "^"},
      {"begin cut before a character of two bytes", wide + "!", 0, 151,
       "f:1:152: what\n  ...\xC3\xA9" + repeated('b', 99) + "!\n" + repeated(' ', 105) + "^"},
      {"behind the end of a long line", repeated('a', 300), 0, 302,
       "f:1:303: what\n  ..." + repeated('a', 100) + "\n" + repeated(' ', 107) + "^"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(text_fault(row.text, "f", row.line, row.column, "what") == row.expected);
  }
}

TEST_CASE("text fault: what is said is escaped") { CHECK(text_fault("", "f", 0, 0, "a\nb") == "f:1:1: a\\u000ab\n  \n  ^"); }

}  // namespace
}  // namespace tracegate::ir
