// Runs every file of tools/fuzz/corpus through its fuzz target: one test case a file.
#include <algorithm>
#include <deque>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/model_text.h"
#include "tools/fuzz/targets.h"

namespace tracegate::fuzz {
namespace {

const std::filesystem::path kCorpus = std::filesystem::path(TRACEGATE_SOURCE_ROOT) / "tools/fuzz/corpus";

// The test case's name is TARGET/FILE.
void replay() {
  const std::string name = doctest::getContextOptions()->currentTest->m_name;
  for (const Target& target : kTargets) {
    if (name.starts_with(std::string(target.name) + "/")) target.run(test::file_bytes(kCorpus / name));
  }
}

std::vector<std::string> corpus_files(const Target& target) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kCorpus / target.name)) {
    names.push_back(std::string(target.name) + "/" + entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// doctest registers test cases while static objects are made; these come from folders instead of macros.
const bool kRegistered = [] {
  static std::deque<std::string> names;
  for (const Target& target : kTargets) {
    for (std::string& name : corpus_files(target)) {
      names.push_back(std::move(name));
      doctest::detail::regTest(doctest::detail::TestCase(replay, __FILE__, __LINE__, doctest_detail_test_suite_ns::getCurrentTestSuite()) *
                               names.back().c_str());
    }
  }
  return true;
}();

TEST_CASE("fuzz corpus: every target has one") {
  for (const Target& target : kTargets) {
    CAPTURE(std::string(target.name));
    CHECK_FALSE(corpus_files(target).empty());
  }
}

}  // namespace
}  // namespace tracegate::fuzz
