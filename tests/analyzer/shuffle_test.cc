// The order of nodes, of a node's attributes and of the metadata says nothing: no byte of the report depends on it.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

#include <onnx/onnx_pb.h>

#include "tests/support/judging.h"
#include "tests/support/model_text.h"

namespace tracegate {
namespace {

template <typename Repeated>
void shuffle(Repeated* list, std::mt19937& random) {
  for (int i = list->size() - 1; i > 0; --i) list->SwapElements(i, static_cast<int>(random() % static_cast<unsigned>(i + 1)));
}

TEST_CASE("shuffled files give the same report") {
  constexpr const char* kFixtures[] = {"matched__traced_hybrid", "missed__rank_257", "missed__other_layer",
                                       "missed__chunks",         "matched__slot_16", "undetermined__no_hook_facts"};
  std::mt19937 random(20'220'927);
  for (const std::string fixture : kFixtures) {
    const std::string bytes = test::file_bytes(test::source_path("fixtures/dense-cp2-seed/" + fixture + ".onnx"));
    const std::string expected = test::json_of(bytes, test::shipped("dense-cp2-seed"));
    for (int round = 0; round < 5; ++round) {
      INFO(fixture, " round ", round);
      onnx::ModelProto model;
      REQUIRE(model.ParseFromString(bytes));
      shuffle(model.mutable_graph()->mutable_node(), random);
      shuffle(model.mutable_metadata_props(), random);
      for (onnx::NodeProto& node : *model.mutable_graph()->mutable_node()) shuffle(node.mutable_attribute(), random);
      CHECK(test::json_of(test::with_digest(model.SerializeAsString()), test::shipped("dense-cp2-seed")) == expected);
    }
  }
}

}  // namespace
}  // namespace tracegate
