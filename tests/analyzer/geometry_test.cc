// What prices take from a model: its geometry, its settings, and which lists of conditions hold.
#include "analyzer/quote/model_geometry.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ir/dialects/reader.h"
#include "rules/language/pricing.h"
#include "tests/support/judging.h"
#include "tests/support/model_text.h"

namespace tracegate::analyzer {
namespace {

std::string joined(const std::vector<std::string>& lines) { return fmt::format("{}", fmt::join(lines, "\n")); }

std::string joined(const std::vector<analyzer::UnknownSize>& sizes) {
  std::vector<std::string> lines;
  for (const auto& [symbol, why] : sizes) lines.push_back(fmt::format("{}: {}", symbol, why));
  return joined(lines);
}

std::string fixture(const std::string& file) { return test::file_bytes(test::source_path("fixtures/" + file + ".onnx")); }

ModelGeometry geometry_of(std::string_view bytes, const rules::Profile& profile) {
  const ir::ModuleGraph graph = ir::read_model(ir::MemorySource(bytes));
  return model_geometry(graph, profile, graph.run(), judge_gate(graph, profile, graph.run()));
}

std::string text_of(const ModelGeometry& model) {
  const price::Geometry& g = model.geometry;
  std::string layers;
  for (const bool linear : model.linear) layers += linear ? 'G' : 'A';
  std::string text =
      fmt::format("H {} F {} L {} n {} heads {}/{} d {}{} phi {} {}", g.hidden_size, g.ffn_hidden_size, g.config_layers, g.decoder_layers,
                  g.attention_heads, g.query_groups, g.head_dim, g.output_gate ? " gated" : "", g.activation_factor, layers);
  if (g.gdn_layers > 0) {
    text += fmt::format(" Gd {} G_in {} keys {}x{} values {}x{} conv {}", g.gdn_layers, g.gdn_inputs, g.key_heads, g.key_dim, g.value_heads,
                        g.value_dim, g.conv_kernel);
  }
  text += fmt::format(" recompute {}{}", model.recompute.granularity.empty() ? "none" : model.recompute.granularity,
                      model.recompute.recomputes_mlp ? "+mlp" : "");
  return text;
}

// "checkpoint layout wrapped dense ", with a question mark where checkpoint conditions are undetermined.
std::string conditions_of(const ModelGeometry& model) {
  std::string text;
  if (model.checkpoint_conditions) text += "checkpoint ";
  if (model.checkpoint_undetermined) text += "checkpoint? ";
  if (model.layout_support) text += "layout ";
  if (model.fc1_wrapped) text += "wrapped ";
  if (model.dense) text += "dense ";
  return text;
}

TEST_CASE("geometry of fixtures") {
  struct Row {
    const char* file;
    const char* geometry;
    const char* conditions;
    const char* undetermined;
    const char* unknown;
  };
  const Row rows[] = {
      {"dense-cp2-seed/matched__traced_hybrid",
       "H 2048 F 5632 L 4 n 4 heads 16/4 d 256 gated phi 3 GGGA Gd 3 G_in 2 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint layout wrapped dense ", "", ""},
      {"dense-cp2-seed/matched__gdn_only",
       "H 2048 F 5632 L 4 n 4 heads 16/4 d 256 gated phi 3 GGGG Gd 4 G_in 3 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint layout wrapped dense ", "", ""},
      {"dense-cp2-seed/matched__pure_attention", "H 2048 F 5632 L 4 n 4 heads 16/4 d 256 gated phi 3 AAAA recompute full",
       "checkpoint layout wrapped dense ", "", ""},
      {"dense-cp2-seed/matched__no_wrappers",
       "H 2048 F 5632 L 4 n 4 heads 16/4 d 256 gated phi 3 GGGA Gd 3 G_in 2 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint wrapped dense ", "", ""},
      {"dense-cp2-seed/matched__slot_16",
       "H 2048 F 5632 L 4 n 4 heads 16/4 d 256 gated phi 3 GGGA Gd 3 G_in 2 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint layout wrapped dense ", "", ""},
      {"dense-cp2-later/matched__mlp_adapters",
       "H 2048 F 5632 L 2 n 2 heads 16/4 d 256 gated phi 3 GA Gd 1 G_in 0 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint layout wrapped dense ", "", ""},
      {"dense-cp2-seed/missed__clamp",
       "H 2048 F 5632 L 4 n 4 heads 16/4 d 256 gated phi 3 GGGA Gd 3 G_in 2 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint layout wrapped dense ", "", ""},
      {"dense-cp2-seed/missed__unfused_activation",
       "H 2048 F 5632 L 4 n 4 heads 16/4 d 256 gated phi 5 GGGA Gd 3 G_in 2 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint layout wrapped dense ", "", ""},
      {"dense-cp2-seed/missed__te_activation",
       "H 2048 F 5632 L 4 n 4 heads 16/4 d 256 gated phi 5 GGGA Gd 3 G_in 2 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint layout wrapped dense ", "", ""},
      {"dense-cp2-seed/missed__fusion_one",
       "H 2048 F 5632 L 2 n 2 heads 16/4 d 256 gated phi 5 GA Gd 1 G_in 0 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint layout wrapped dense ", "", "fused_activation: `bias_activation_fusion` is int 1, no bool"},
      {"dense-cp2-seed/missed__recompute_selective",
       "H 2048 F 5632 L 2 n 2 heads 16/4 d 256 gated phi 3 GA Gd 1 G_in 0 keys 16x128 values 32x128 conv 4 recompute selective",
       "layout wrapped dense ", "", ""},
      {"dense-cp2-seed/missed__recompute_block",
       "H 2048 F 5632 L 2 n 2 heads 16/4 d 256 gated phi 3 GA Gd 1 G_in 0 keys 16x128 values 32x128 conv 4 recompute full",
       "layout wrapped dense ", "", ""},
      {"dense-cp2-seed/missed__eval_mode",
       "H 2048 F 5632 L 2 n 2 heads 16/4 d 256 gated phi 3 GA Gd 1 G_in 0 keys 16x128 values 32x128 conv 4 recompute full",
       "layout wrapped dense ", "", ""},
      {"dense-cp2-seed/missed__decoder_hook",
       "H 2048 F 5632 L 4 n 4 heads 16/4 d 256 gated phi 3 GGGA Gd 3 G_in 2 keys 16x128 values 32x128 conv 4 recompute full",
       "layout wrapped dense ", "", ""},
      {"dense-cp2-seed/missed__unwrapped_fc1",
       "H 2048 F 5632 L 4 n 4 heads 16/4 d 256 gated phi 3 GGGA Gd 3 G_in 2 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint layout dense ", "", ""},
      {"dense-cp2-seed/missed__moe_layer",
       "H 2048 F 5632 L 2 n 2 heads 16/4 d 256 gated phi 3 GA Gd 1 G_in 0 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint layout wrapped ", "", ""},
      {"dense-cp2-seed/missed__chunks",
       "H 2048 F 5632 L 4 n 4 heads 16/4 d 256 gated phi 3 GGGA Gd 3 G_in 2 keys 16x128 values 32x128 conv 4 recompute full",
       "wrapped dense ", "", ""},
      {"dense-cp2-seed/missed__mixer_none",
       "H 2048 F 5632 L 2 n 2 heads 16/4 d 256 gated phi 3 GA Gd 1 G_in 0 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint wrapped dense ", "", ""},
      {"dense-cp2-seed/missed__mixer_same_name", "H 2048 F 5632 L 2 n 2 heads 16/4 d 256 gated phi 3 AA recompute full",
       "checkpoint layout wrapped dense ", "", ""},
      {"dense-cp2-seed/missed__no_mixer",
       "H 2048 F 5632 L 4 n 4 heads 16/4 d 256 gated phi 3 GGGA Gd 3 G_in 2 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint wrapped dense ", "", ""},
      {"dense-cp2-seed/missed__other_layer",
       "H 2048 F 0 L 4 n 4 heads 16/4 d 256 gated phi 3 GGGA Gd 3 G_in 2 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint layout dense ", "", "ffn_hidden_size: FFN hidden size is not known"},
      {"dense-cp2-seed/missed__layer_count",
       "H 2048 F 5632 L 5 n 2 heads 16/4 d 256 gated phi 3 GA Gd 1 G_in 0 keys 16x128 values 32x128 conv 4 recompute full",
       "layout wrapped dense ", "", ""},
      {"dense-cp2-seed/missed__no_decoder_layer", "H 2048 F 0 L 4 n 0 heads 16/4 d 256 gated phi 3  recompute full", "dense ", "",
       "decoder_layers: there is no decoder layer"},
      {"dense-cp2-seed/missed__no_decoder", "H 0 F 0 L 0 n 0 heads 0/0 d 0 phi 7  recompute none", "dense ", "",
       "decoder_layers: there is no decoder layer\n"
       "hidden_size: language_model.decoder.config is absent\n"
       "config_layers: language_model.decoder.config is absent\n"
       "attention_heads: language_model.decoder.config is absent\n"
       "query_groups: language_model.decoder.config is absent\n"
       "head_dim: language_model.decoder.config is absent\n"
       "output_gate: language_model.decoder.config is absent\n"
       "fused_activation: language_model.decoder.config is absent\n"
       "clamp: language_model.decoder.config is absent\n"
       "recompute_granularity: language_model.decoder.config is absent\n"
       "recompute_modules: language_model.decoder.config is absent"},
      {"dense-cp2-seed/missed__plain_torch_model", "H 0 F 0 L 0 n 0 heads 0/0 d 0 phi 7  recompute none", "dense ", "",
       "decoder_layers: there is no decoder layer\n"
       "hidden_size: decoder.config is absent\n"
       "config_layers: decoder.config is absent\n"
       "attention_heads: decoder.config is absent\n"
       "query_groups: decoder.config is absent\n"
       "head_dim: decoder.config is absent\n"
       "output_gate: decoder.config is absent\n"
       "fused_activation: decoder.config is absent\n"
       "clamp: decoder.config is absent\n"
       "recompute_granularity: decoder.config is absent\n"
       "recompute_modules: decoder.config is absent"},
      {"dense-cp2-seed/missed__only_none", "H 0 F 0 L 0 n 0 heads 0/0 d 0 phi 7  recompute none", "dense ", "",
       "decoder_layers: there is no decoder layer\n"
       "hidden_size: decoder.config is absent\n"
       "config_layers: decoder.config is absent\n"
       "attention_heads: decoder.config is absent\n"
       "query_groups: decoder.config is absent\n"
       "head_dim: decoder.config is absent\n"
       "output_gate: decoder.config is absent\n"
       "fused_activation: decoder.config is absent\n"
       "clamp: decoder.config is absent\n"
       "recompute_granularity: decoder.config is absent\n"
       "recompute_modules: decoder.config is absent"},
      {"dense-cp2-seed/undetermined__layers_generator", "H 2048 F 0 L 4 n 0 heads 16/4 d 256 gated phi 3  recompute full",
       "checkpoint? dense ",
       "decoder/layers-present\n"
       "checkpoint/layer-count\n"
       "mixer/core-attention-cp\n"
       "mixer/no-softmax-offset\n"
       "mlp/fc1-wrapper-type",
       "decoder_layers: the elements of a builtins.generator of unknown length cannot be read without using it up"},
      {"dense-cp2-seed/undetermined__no_hook_facts",
       "H 2048 F 5632 L 4 n 4 heads 16/4 d 256 gated phi 3 GGGA Gd 3 G_in 2 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint? layout wrapped dense ", "forward/decoder-no-hooks", ""},
      {"dense-cp2-seed/undetermined__no_run_facts",
       "H 2048 F 5632 L 4 n 4 heads 16/4 d 256 gated phi 3 GGGA Gd 3 G_in 2 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint? layout wrapped dense ", "checkpoint/parameter-size-two", ""},
      {"dense-cp2-seed/undetermined__unreadable",
       "H 2048 F 5632 L 4 n 4 heads 16/4 d 256 gated phi 3 GGGA Gd 3 G_in 2 keys 16x128 values 32x128 conv 4 recompute full",
       "checkpoint? layout wrapped dense ", "checkpoint/no-fp8", ""},
  };
  for (const Row& row : rows) {
    const std::string file = row.file;
    INFO(file);
    const ModelGeometry model = geometry_of(fixture(file), test::shipped(file.substr(0, file.find('/'))));
    CHECK(text_of(model) == row.geometry);
    CHECK(conditions_of(model) == row.conditions);
    CHECK(joined(model.undetermined) == row.undetermined);
    CHECK(joined(model.unknown) == row.unknown);
  }
}

TEST_CASE("64 layers") {
  const ModelGeometry model = geometry_of(fixture("dense-cp2-seed/matched__traced_hybrid_64"), test::shipped("dense-cp2-seed"));
  CHECK(model.geometry.decoder_layers == 64);
  CHECK(model.geometry.gdn_layers == 48);
  CHECK(model.geometry.gdn_inputs == 32);
  CHECK(model.unknown.empty());
}

// The traced hybrid, with one attribute of its configs written anew, or dropped where `value` is null.
std::string with_fact(const std::string& name, const char* value) {
  onnx::ModelProto model;
  REQUIRE(model.ParseFromString(fixture("dense-cp2-seed/matched__traced_hybrid")));
  bool found = false;
  for (onnx::NodeProto& node : *model.mutable_graph()->mutable_node()) {
    auto* attributes = node.mutable_attribute();
    for (int i = attributes->size() - 1; i >= 0; --i) {
      if (attributes->Get(i).name() != name) continue;
      found = true;
      if (value == nullptr) {
        attributes->DeleteSubrange(i, 1);
      } else {
        attributes->Mutable(i)->set_s(value);
      }
    }
  }
  REQUIRE(found);
  return test::with_digest(model.SerializeAsString());
}

// The same export by an exporter that did not read this.
std::string not_read(const std::string& line, const std::string& name) {
  onnx::ModelProto model;
  REQUIRE(model.ParseFromString(with_fact(name, nullptr)));
  for (auto& entry : *model.mutable_metadata_props()) {
    if (entry.key() != "tracegate.reads") continue;
    std::string reads = "\n" + entry.value() + "\n";
    const auto at = reads.find("\n" + line + "\n");
    REQUIRE(at != std::string::npos);
    reads.erase(at, line.size() + 1);
    entry.set_value(reads.substr(1, reads.size() - 2));
  }
  return test::with_digest(model.SerializeAsString());
}

TEST_CASE("one fact of another kind") {
  struct Row {
    std::string name;
    const char* attribute;
    const char* value;
    const char* unknown;
  };
  const Row rows[] = {
      {"as it is", "num_query_groups", "int:4", ""},
      {"absent", "num_query_groups", nullptr, "query_groups: `num_query_groups` is absent"},
      {"None", "kv_channels", "none:", "head_dim: `kv_channels` is None"},
      {"a text", "num_attention_heads", "str:8", "attention_heads: `num_attention_heads` is str \"8\", no count of 64 bits"},
      {"a fraction", "linear_key_head_dim", "float:0.5", "key_dim: `linear_key_head_dim` is float 0.5, no count of 64 bits"},
      {"negative", "linear_num_key_heads", "int:-1", "key_heads: `linear_num_key_heads` is int -1, no count of 64 bits"},
      {"more than 64 bits", "linear_conv_kernel_dim", "int:9223372036854775808",
       "conv_kernel: `linear_conv_kernel_dim` is int 9223372036854775808, no count of 64 bits"},
      {"unreadable", "linear_num_value_heads", "unreadable:builtins.KeyError",
       "value_heads: `linear_num_value_heads` is unreadable: reading it raised builtins.KeyError"},
      {"a whole float", "linear_value_head_dim", "float:128.0", ""},
      {"absent and meant", "attention_output_gate", nullptr, ""},
      {"None and meant", "attention_output_gate", "none:", ""},
      {"no bool", "attention_output_gate", "int:1", "output_gate: `attention_output_gate` is int 1, no bool"},
      {"no recompute", "recompute_granularity", "none:", ""},
      {"recompute of another type", "recompute_granularity", "int:1", "recompute_granularity: `recompute_granularity` is int 1, no text"},
      {"modules that are no list", "recompute_modules", "str:mlp",
       "recompute_modules: `recompute_modules` is str \"mlp\", no readable list"},
      {"no modules", "recompute_modules", "none:", ""},
      {"no FFN size", "ffn_hidden_size", nullptr, "ffn_hidden_size: FFN hidden size is not known"},
      {"FFN size of more than 64 bits", "ffn_hidden_size", "int:9223372036854775808",
       "ffn_hidden_size: FFN hidden size does not fit 64 bits"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(joined(geometry_of(with_fact(row.attribute, row.value), test::shipped("dense-cp2-seed")).unknown) == row.unknown);
  }
}

TEST_CASE("facts that were not exported") {
  struct Row {
    const char* line;
    const char* attribute;
    const char* unknown;
  };
  const Row rows[] = {
      {"config>num_query_groups", "num_query_groups", "query_groups: `num_query_groups` was not exported"},
      {"config>attention_output_gate", "attention_output_gate", "output_gate: `attention_output_gate` was not exported"},
      {"config>bias_activation_fusion", "bias_activation_fusion", "fused_activation: `bias_activation_fusion` was not exported"},
      {"config>use_te_activation_func", "use_te_activation_func", "te_activation: `use_te_activation_func` was not exported"},
      {"config>recompute_modules", "recompute_modules", "recompute_modules: `recompute_modules` was not exported"},
  };
  for (const Row& row : rows) {
    INFO(std::string(row.line));
    CHECK(joined(geometry_of(not_read(row.line, row.attribute), test::shipped("dense-cp2-seed")).unknown) == row.unknown);
  }
}

// The traced hybrid's model, whose config says one thing more.
ModelGeometry with_modules(const char* elements, const char* granularity) {
  onnx::ModelProto model;
  REQUIRE(model.ParseFromString(with_fact("recompute_granularity", granularity)));
  std::size_t sequences = 0;
  for (const onnx::NodeProto& node : model.graph().node()) sequences += node.output(0).starts_with("S") ? 1 : 0;
  onnx::NodeProto& node = *model.mutable_graph()->add_node();
  node.add_output(fmt::format("S{}", sequences));
  node.set_op_type("Sequence");
  node.set_domain("tracegate");
  const auto add = [&](const char* name, auto type) -> onnx::AttributeProto& {
    onnx::AttributeProto& attribute = *node.add_attribute();
    attribute.set_name(name);
    attribute.set_type(type);
    return attribute;
  };
  add("kind", onnx::AttributeProto::STRING).set_s("list");
  add("length", onnx::AttributeProto::INT).set_i(1);
  if (elements != nullptr) add("elements", onnx::AttributeProto::STRINGS).add_strings(elements);
  for (onnx::NodeProto& other : *model.mutable_graph()->mutable_node()) {
    for (onnx::AttributeProto& attribute : *other.mutable_attribute()) {
      if (attribute.name() == "recompute_modules") attribute.set_s(fmt::format("seq:{}", sequences));
    }
  }
  return geometry_of(test::with_digest(model.SerializeAsString()), test::shipped("dense-cp2-seed"));
}

TEST_CASE("modules of selective recompute") {
  struct Row {
    std::string name;
    const char* elements;
    bool mlp;
    const char* unknown;
  };
  const Row rows[] = {
      {"the MLP", "str:mlp", true, ""},
      {"another", "str:core_attn", false, ""},
      {"not to be read", nullptr, false, "recompute_modules: `recompute_modules` is a list of 1, no readable list"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const ModelGeometry model = with_modules(row.elements, "str:selective");
    CHECK(model.recompute.granularity == "selective");
    CHECK(model.recompute.recomputes_mlp == row.mlp);
    CHECK(joined(model.unknown) == row.unknown);
  }
}

TEST_CASE("a layer whose mixer is not known counts as neither kind") {
  onnx::ModelProto model;
  REQUIRE(model.ParseFromString(fixture("dense-cp2-seed/matched__traced_hybrid")));
  std::string block;
  for (const onnx::NodeProto& node : model.graph().node()) {
    if (!node.name().ends_with("decoder.layers.3")) continue;
    for (const onnx::AttributeProto& attribute : node.attribute()) {
      if (attribute.name() == "b") block = fmt::format("B{}", attribute.i());
    }
  }
  REQUIRE_FALSE(block.empty());
  for (onnx::NodeProto& node : *model.mutable_graph()->mutable_node()) {
    if (node.output(0) != block) continue;
    onnx::AttributeProto& attribute = *node.add_attribute();
    attribute.set_name("self_attention");
    attribute.set_type(onnx::AttributeProto::STRING);
    attribute.set_s("unreadable:builtins.KeyError");
  }
  const ModelGeometry found = geometry_of(test::with_digest(model.SerializeAsString()), test::shipped("dense-cp2-seed"));
  CHECK(joined(found.unknown) == "gdn_layers: `self_attention` is unreadable: reading it raised builtins.KeyError (layer 3)");
  CHECK(found.geometry.gdn_layers == 3);
  CHECK_FALSE(found.layout_support);
}

// The text of the seed without the lines that begin with `begin`, but for those that hold `but`.
std::string seed_without(std::string_view begin, std::string_view but) {
  const std::string text = test::file_bytes(test::source_path("rules/profiles/dense-cp2-seed.textproto"));
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    const std::string_view line = std::string_view(text).substr(at, end - at);
    if (!line.starts_with(begin) || line.find(but) != std::string_view::npos) out += line;
    at = end;
  }
  return out;
}

TEST_CASE("every symbol is asked for, and what a profile does not tell is listed") {
  const auto profile = rules::Profile::parse(seed_without("  fact {", "\"fused_activation\""), "p");
  const std::vector<UnknownSize> unknown = geometry_of(fixture("dense-cp2-seed/matched__traced_hybrid"), profile).unknown;
  CHECK(unknown.size() == rules::kGeometrySymbols.size() - 1);
  for (const std::string_view symbol : rules::kGeometrySymbols) {
    INFO(symbol);
    const bool listed = std::any_of(unknown.begin(), unknown.end(), [&](const UnknownSize& size) {
      return size.symbol == symbol && size.why == "the profile does not say where it stands";
    });
    CHECK(listed == (symbol != "fused_activation"));
  }
}

TEST_CASE("a profile that is no part of prices") {
  const std::string text = test::file_bytes(test::source_path("rules/profiles/dense-cp2-seed.textproto"));
  const auto profile = rules::Profile::parse(text.substr(0, text.find("pricing {")), "p");
  const ModelGeometry model = geometry_of(fixture("dense-cp2-seed/matched__traced_hybrid"), profile);
  CHECK(joined(model.unknown) == "geometry: the profile dense-cp2-seed has no `pricing`");
  CHECK(conditions_of(model) == "");
}

}  // namespace
}  // namespace tracegate::analyzer
