// Numbers, lists and typed values in words.
#include "ir/text/words.h"

#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace tracegate::ir {
namespace {

struct Row {
  std::string found;
  std::string expected;
};

TEST_CASE("words: numbers, lists and typed values") {
  const Row rows[] = {
      {plural(1, "layer"), "1 layer"},
      {plural(0, "layer"), "0 layers"},
      {plural(2, "class", "classes"), "2 classes"},
      {enumerate({}), ""},
      {enumerate({"a"}), "a"},
      {enumerate({"a", "b"}), "a and b"},
      {enumerate({"a", "b", "c"}, "or"), "a, b or c"},
      {some_of({"a", "b"}, 2), "a, b"},
      {some_of({"a", "b", "c"}, 2), "a, b and 1 more"},
      {runs({}), ""},
      {runs({0, 1, 2, 4, 6, 7}), "0-2, 4, 6-7"},
      {runs({0, 2, 4}, 2), "0, 2, ..."},
      {grouped(0), "0"},
      {grouped(999), "999"},
      {grouped(-1000), "-1,000"},
      {grouped(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808"},
      {in_units(1023), "1023 bytes"},
      {in_units(1024), "1.0 KiB"},
      {in_units(1048576), "1.0 MiB"},
      {in_units(5843271680), "5.44 GiB"},
      {typed_in_words("int:2"), "int 2"},
      {typed_in_words("none:"), "None"},
      {typed_in_words("str:full"), "str \"full\""},
      {typed_in_words("cut:300:abc"), "a str of 300 characters"},
      {typed_in_words("num:pkg.Size=2"), "2 of class pkg.Size"},
      {typed_in_words("other:pkg.Config"), "an object of class pkg.Config"},
      {typed_in_words("unreadable:KeyError"), "unreadable: reading it raised KeyError"},
  };
  for (const Row& row : rows) {
    INFO(row.expected);
    CHECK(row.found == row.expected);
  }
}

}  // namespace
}  // namespace tracegate::ir
