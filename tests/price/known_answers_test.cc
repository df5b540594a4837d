// Every line of the files of known answers, each term of it.
#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "tests/oracle/answers.h"

namespace tracegate::oracle {
namespace {

TEST_CASE("known answers") {
  struct File {
    std::string name;
    std::size_t lines;
    std::size_t refused;
  };
  const File files[] = {
      {"waves_seedminus.jsonl", 400, 17}, {"waves_later.jsonl", 400, 14},   {"price_splits.jsonl", 120, 0},
      {"price_heads.jsonl", 300, 0},      {"price_retained.jsonl", 200, 0},
  };
  for (const File& file : files) {
    INFO(file.name);
    std::ifstream in(std::string(TRACEGATE_SOURCE_ROOT "/tests/oracle/") + file.name);
    REQUIRE(in);
    std::size_t lines = 0, refused = 0;
    for (std::string line; std::getline(in, line); ++lines) {
      const Comparison result = compare(nlohmann::json::parse(line));
      INFO(result.id);
      CHECK(result.differences == std::vector<std::string>());
      refused += result.refused ? 1 : 0;
    }
    CHECK(lines == file.lines);
    CHECK(refused == file.refused);
  }
}

}  // namespace
}  // namespace tracegate::oracle
