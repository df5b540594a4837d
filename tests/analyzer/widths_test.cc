// Widths that cannot be expressed: a match without a price is no match. Widths of models that do not match, and of plain numbers.
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

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
  return test::with_digest(model.SerializeAsString());
}

TEST_CASE("widths at the edge of 64 bits") {
  struct Row {
    std::string name;
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

std::string text_of(const std::optional<analyzer::Widths>& widths) {
  if (!widths) return "none";
  if (const auto* error = std::get_if<std::string>(&*widths)) return *error;
  std::string text;
  for (const analyzer::Width& width : std::get<std::vector<analyzer::Width>>(*widths)) {
    text += (text.empty() ? "" : ", ") + std::to_string(width.bytes_per_row);
  }
  return text;
}

TEST_CASE("what a model would be worth if it matched") {
  struct Row {
    const char* file;
    const char* widths;
    const char* if_matched;
  };
  const Row rows[] = {
      {"matched__traced_hybrid", "146656, 92384", "146656, 92384"},
      {"missed__fc1_hook", "none", "146656, 92384"},
      {"missed__eval_mode", "none", "146656, 92384"},
      {"missed__rank_257", "none", "153628, 99356"},
      {"matched__slot_16", "146880, 92608", "146880, 92608"},
      {"missed__slot_too_wide", "none", "148016, 93744"},
      {"missed__no_adapters", "none", "146432, 92160"},
      {"missed__adapter_1d", "none", "the rank of module.module.decoder.layers.1.self_attention.linear_qkv.q_proj_lora is not known"},
      {"missed__other_layer", "none", "FFN hidden size is not known"},
      {"missed__no_mlp", "none", "FFN hidden size is not known"},
      {"missed__moe_layer", "none", "146656, 92384"},
      {"undetermined__no_run_facts", "none", "146656, 92384"},
      {"undetermined__unreadable", "none", "146656, 92384"},
      {"missed__no_decoder_layer", "none", "none"},
      {"undetermined__layers_generator", "none", "none"},
  };
  for (const Row& row : rows) {
    INFO(std::string(row.file));
    const auto report = test::judge_bytes(test::file_bytes(test::source_path(std::string("fixtures/dense-cp2-seed/") + row.file + ".onnx")),
                                          test::shipped("dense-cp2-seed"));
    CHECK(text_of(report.widths) == row.widths);
    CHECK(text_of(report.widths_if_matched) == row.if_matched);
  }
}

TEST_CASE("widths from plain numbers") {
  struct Row {
    std::string name;
    const char* profile;
    std::int64_t hidden_size;
    std::int64_t ffn_hidden_size;
    std::int64_t ranks;
    const char* widths;
  };
  const Row rows[] = {
      {"27B with rank 8 on every target", "dense-cp2-seed", 5120, 17408, 56, "452832, 270560"},
      {"the same by the later profile", "dense-cp2-later", 5120, 17408, 56, "246496, 252640"},
      {"the same by the newest", "dense-cp2-newest", 5120, 17408, 56, "246496, 252640"},
      {"the small hybrid", "dense-cp2-seed", 2048, 5632, 56, "146656, 92384"},
      {"a hidden size that does not divide", "dense-cp2-later", 5, 1, 0, "16, 54"},
      {"no adapter", "dense-cp2-seed", 2048, 5632, 0, "146432, 92160"},
      {"the largest that fits", "dense-cp2-seed", 1, 354745078340568300, 0, "9223372036854775800, 4256940940086819612"},
      {"a width that does not fit", "dense-cp2-seed", 1, 354745078340568301, 0, "gradient stage does not fit 64 bits"},
      {"the other width", "dense-cp2-seed", 768614336404564651, 1, 0, "no-grad transient does not fit 64 bits"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(text_of(analyzer::widths_from(test::shipped(row.profile), row.hidden_size, row.ffn_hidden_size, row.ranks)) == row.widths);
  }
}

TEST_CASE("a symbol that no plain number stands for") {
  const auto profile = rules::Profile::parse(
      "id: \"p\" version: 1 title: \"t\" base: \"dense-cp2-seed\"\n"
      "symbol { id: \"F\" title: \"FFN hidden size\" largest_attribute { place: \"layer_config\" attribute: \"ffn_hidden_size\" } }\n"
      "symbol { id: \"L\" title: \"number of layers\" largest_attribute { place: \"layer_config\" attribute: \"num_layers\" } }\n"
      "width { id: \"w\" title: \"w\" element_bytes: 2 term { times: 1 symbol: \"L\" } }\n"
      "pricing { gradient_width: \"w\" no_grad_width: \"w\" }",
      "p");
  CHECK(text_of(analyzer::widths_from(profile, 1, 1, 1)) == "number of layers is not known");
}

}  // namespace
}  // namespace tracegate
