// Explanations of models with several faults, as goldens: readable on one screen, equal faults folded.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "analyzer/report/writers/why_text.h"
#include "analyzer/why/explanation.h"
#include "ir/dialects/reader.h"
#include "tests/support/judging.h"
#include "tests/support/model_text.h"
#include "tests/support/reporting.h"

namespace tracegate::analyzer {
namespace {

using ir::Edit;

constexpr std::size_t kScreen = 60;  // lines

const ir::ModuleGraph& deep_model() {
  static const std::string bytes = test::file_bytes(test::source_path("fixtures/dense-cp2-seed/matched__traced_hybrid_64.onnx"));
  static const ir::ModuleGraph graph = ir::read_model(ir::MemorySource(bytes));
  return graph;
}

ir::Vertex at(const std::string& path) {
  const ir::ModuleGraph& graph = deep_model();
  for (ir::Vertex vertex = 0; vertex < graph.size(); ++vertex) {
    if (graph.text(graph.object(vertex).path) == path) return vertex;
  }
  FAIL("nothing is at " << path);
  return ir::kNoVertex;
}

ir::Vertex in_layer(std::size_t layer, const std::string& rest) {
  return at(fmt::format("module.module.decoder.layers.{}.{}", layer, rest));
}

Edit set(ir::Vertex object, const std::string& name, const std::string& value) { return {Edit::Kind::kSetValue, object, name, value}; }

std::vector<Edit> for_layers(const std::function<bool(std::size_t)>& wanted, const std::function<Edit(std::size_t)>& edit) {
  std::vector<Edit> edits;
  for (std::size_t layer = 0; layer < 64; ++layer) {
    if (wanted(layer)) edits.push_back(edit(layer));
  }
  return edits;
}

void check_golden(const std::string& name, const std::string& text) {
  const std::string path = test::source_path("tests/analyzer/golden/" + name + ".txt");
  const char* accept = std::getenv("TRACEGATE_ACCEPT");
  if (accept != nullptr && std::string(accept) == "1" && std::getenv("CI") == nullptr) std::ofstream(path) << text;
  CHECK(text == test::file_bytes(path));
}

bool is_gdn(std::size_t layer) { return layer % 4 != 3; }

TEST_CASE("several faults") {
  struct Row {
    std::string name;
    std::vector<Edit> edits;
  };
  const auto out_features = [](std::size_t layer) { return set(in_layer(layer, "mlp.linear_fc1"), "out_features", "int:17408"); };
  const Row rows[] = {
      {"two_faults_in_one_layer", {out_features(41), set(in_layer(41, "mlp.linear_fc1"), "non_gated", "bool:True")}},
      {"one_fault_in_48_layers", for_layers(is_gdn, out_features)},
      {"two_classes_with_different_faults",
       {set(in_layer(3, "mlp.linear_fc1"), "non_gated", "bool:True"), set(in_layer(8, "mlp.linear_fc1"), "out_features", "int:17408")}},
      {"64_layers_each_different", for_layers([](std::size_t) { return true; },
                                              [](std::size_t layer) {
                                                return set(in_layer(layer, "mlp.linear_fc1"), "out_features",
                                                           fmt::format("int:{}", 1000 + layer));
                                              })},
      {"the_shared_config_wrong", {set(at("config"), "fp8", "str:hybrid"), set(at("config"), "add_bias_linear", "bool:True")}},
      {"no_config_at_all",
       [] {
         auto edits = for_layers([](std::size_t) { return true; },
                                 [](std::size_t layer) {
                                   return Edit{Edit::Kind::kRemove, in_layer(layer, "mlp"), "config", {}};
                                 });
         edits.push_back({Edit::Kind::kRemove, at("module.module.decoder"), "config", {}});
         return edits;
       }()},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const ir::ModuleGraph graph = ir::edited(deep_model(), row.edits);
    const rules::Profile& profile = test::shipped("dense-cp2-seed");
    const std::string text = write_why_text(test::report_of(profile, explain(graph, profile, graph.run())));
    check_golden(row.name, text);
    CHECK(std::count(text.begin(), text.end(), '\n') <= static_cast<std::ptrdiff_t>(kScreen));
  }
}

}  // namespace
}  // namespace tracegate::analyzer
