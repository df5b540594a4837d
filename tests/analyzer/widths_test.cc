// Widths that cannot be expressed: a match without a price is no match.
#include <doctest/doctest.h>

#include <string>

#include <onnx/onnx_pb.h>

#include "tests/support/judging.h"
#include "tests/support/model_text.h"

namespace tracegate {
namespace {

// The traced hybrid with other sizes in its config and its FC1.
std::string with_sizes(const std::string& ffn, const std::string& fc1) {
  onnx::ModelProto model;
  REQUIRE(model.ParseFromString(test::file_bytes(test::source_path("fixtures/dense-cp2-seed/matched__traced_hybrid.onnx"))));
  for (onnx::NodeProto& node : *model.mutable_graph()->mutable_node()) {
    for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
      if (attribute.name() == "ffn_hidden_size") attribute.set_s(ffn);
      if (attribute.name() == "out_features" && attribute.s() == "int:11264") attribute.set_s(fc1);
    }
  }
  return model.SerializeAsString();
}

TEST_CASE("widths at the edge of 64 bits") {
  struct Row {
    const char* name;
    const char* ffn;
    const char* fc1;
    const char* verdict;
    const char* error;
  };
  const Row rows[] = {
      {"as traced", "int:5632", "int:11264", "matched", ""},
      {"the largest that fits", "int:354745078340568291", "int:709490156681136582", "matched", ""},
      {"a width that does not fit", "int:354745078340568292", "int:709490156681136584", "undetermined",
       "gradient stage does not fit 64 bits"},
      {"a product that does not fit", "int:4611686018427387903", "int:9223372036854775806", "undetermined",
       "gradient stage does not fit 64 bits"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const auto report = test::judge_bytes(with_sizes(row.ffn, row.fc1), test::shipped("dense-cp2-seed"));
    CHECK(rules::name(report.verdict) == row.verdict);
    REQUIRE(report.widths.has_value());
    const auto* error = std::get_if<std::string>(&*report.widths);
    CHECK((error == nullptr ? std::string() : *error) == row.error);
  }
}

}  // namespace
}  // namespace tracegate
