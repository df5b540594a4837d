// "Did you mean": which names are offered, and in what order.
#include <doctest/doctest.h>

#include "ir/text/nearest.h"

namespace tracegate::ir {
namespace {

TEST_CASE("did you mean") {
  struct Row {
    std::string name;
    const char* wanted;
    std::vector<std::string> candidates;
    const char* text;
  };
  const Row rows[] = {
      {"one replaced", "mlp/tipe", {"mlp/type", "layer/type"}, "; did you mean `mlp/type`?"},
      {"one inserted", "decder", {"decoder", "encoder"}, "; did you mean `decoder`?"},
      {"nearest first", "abc", {"abxy", "abcd"}, "; did you mean `abcd` or `abxy`?"},
      {"three are too many", "abc", {"xyz"}, ""},
      {"nothing to offer", "abc", {}, ""},
      {"at most five", "a", {"b", "c", "d", "e", "f", "g"}, "; did you mean `b` or `c` or `d` or `e` or `f`?"},
      {"each once", "a", {"b", "b"}, "; did you mean `b`?"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(did_you_mean(row.wanted, row.candidates) == row.text);
  }
  CHECK(did_you_mean({"f", "e", "d", "c", "b", "a"}) == "; did you mean `f` or `e` or `d` or `c` or `b`?");
  CHECK(did_you_mean(std::vector<std::string>()).empty());
}

}  // namespace
}  // namespace tracegate::ir
