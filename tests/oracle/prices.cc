// prices FILE...: prices every line of files of known answers and compares each term; tests/oracle/README.md describes the files.
//
// The last line is "N equal, N different, N refused"; before it come the first differences, term by term. Exits 1 where there is a
// difference, 2 where a file cannot be read.

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/oracle/answers.h"

namespace {

constexpr std::size_t kShown = 20;  // lines with a difference

struct Tally {
  std::size_t equal = 0;
  std::size_t different = 0;
  std::size_t refused = 0;
};

void compare_file(const std::string& path, Tally& tally) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(fmt::format("{}: cannot be read", path));
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (line.empty()) continue;
    tracegate::oracle::Comparison result;
    try {
      result = tracegate::oracle::compare(nlohmann::json::parse(line));
    } catch (const std::exception& error) {
      throw std::runtime_error(fmt::format("{}:{}: {}", path, number, error.what()));
    }
    if (result.refused) {
      ++tally.refused;
    } else if (result.differences.empty()) {
      ++tally.equal;
    }
    if (result.differences.empty()) continue;
    if (++tally.different > kShown) continue;
    fmt::print("{}:{}: {}\n", path, number, result.id);
    for (const std::string& difference : result.differences) fmt::print("  {}\n", difference);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: prices FILE...\n");
    return 2;
  }
  Tally tally;
  try {
    for (int i = 1; i < argc; ++i) compare_file(argv[i], tally);
  } catch (const std::exception& error) {
    fmt::print(stderr, "prices: {}\n", error.what());
    return 2;
  }
  if (tally.different > kShown) fmt::print("... and {} more lines\n", tally.different - kShown);
  fmt::print("{} equal, {} different, {} refused\n", tally.equal, tally.different, tally.refused);
  return tally.different == 0 ? 0 : 1;
}
