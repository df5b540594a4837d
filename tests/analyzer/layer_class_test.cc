// Which layers are one class, and how lists of layers are written.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "analyzer/gate/layer_class.h"
#include "tests/support/judging.h"
#include "tests/support/model_text.h"

namespace tracegate::analyzer {
namespace {

TEST_CASE("lists of layers") {
  struct Row {
    std::vector<std::size_t> layers;
    const char* text;
  };
  const Row rows[] = {{{}, ""}, {{3}, "3"}, {{0, 1, 2}, "0-2"}, {{0, 1, 2, 4, 5, 8}, "0-2, 4-5, 8"}, {{1, 3}, "1, 3"}};
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(describe_layers(row.layers) == row.text);
  }
}

// "A 0-2; B 3"
std::string classes(const char* fixture) {
  const auto report = test::judge_bytes(test::file_bytes(test::source_path(std::string("fixtures/dense-cp2-seed/") + fixture + ".onnx")),
                                        test::shipped("dense-cp2-seed"));
  std::string text;
  for (const ClassReport& one : report.classes) {
    text += (text.empty() ? "" : "; ") + one.layers.id + " " + describe_layers(one.layers.layers);
  }
  return text;
}

TEST_CASE("classes of fixtures") {
  struct Row {
    const char* fixture;
    const char* text;
    const char* why;
  };
  const Row rows[] = {
      {"matched__traced_hybrid", "A 0; B 1-2; C 3", "the first GDN layer takes its rows in attention layout"},
      {"matched__pure_attention", "A 0-3", "equal layers with one config"},
      {"missed__pure_attention_compiled", "A 0-3", "references inside a layer are relative to it"},
      {"missed__fc1_hook", "A 0; B 1-2; C 3", "a hook is on the layer that has it"},
      {"matched__no_wrappers", "A 0-2; B 3", "without the island marks all GDN layers are equal"},
      {"missed__no_decoder_layer", "", "no layer"},
  };
  for (const Row& row : rows) {
    INFO(row.fixture, ": ", row.why);
    CHECK(classes(row.fixture) == row.text);
  }
}

}  // namespace
}  // namespace tracegate::analyzer
