// The input files of a price: every key reaches its place, and what is left out has its default.
#include <string>

#include <fmt/format.h>
#include <vector>

#include <doctest/doctest.h>

#include "analyzer/input/wave_input.h"
#include "ir/text/error.h"

namespace tracegate::analyzer {
namespace {

TEST_CASE("wave: every key") {
  const WaveInput input = read_wave(R"({
    "tp": 2, "cp": 4, "pp": 1, "packed_tokens": 9223372036854775807, "logical_tokens": 3000, "segments": 12,
    "output_bytes": 77, "head_bytes": 0, "te_warm": true, "te_warm_later": true, "packed_pricing": true,
    "learned": {
      "bytes_per_token": 1.5, "packed_tokens": 64, "logical_per_packed": 2, "retained_bytes_per_token": 1e3,
      "warm": {"bytes_per_token": 0, "packed_tokens": 65, "logical_per_packed": 1.0}
    },
    "groups": [
      {"rows": 1, "gradient": true},
	{"rows": 300, "gradient": false, "slot": "lora:\u00e9\\t",
       "layout": [
         {"attention_rows": 300, "gdn_rows": 299, "attention_retained_bytes": 5, "gdn_states": 6},
         {"attention_rows": 0, "attention_retained_bytes": 0}
       ],
       "pending_gradient_bytes": [10, 20, 0]}
    ]
  })",
                                    "w.json");
  CHECK(input.tp == 2);
  CHECK(input.cp == 4);
  CHECK(input.pp == 1);
  CHECK(input.te_warm);
  CHECK(input.te_warm_later);
  CHECK(input.head_given);
  const price::Wave& wave = input.wave;
  CHECK(wave.packed_tokens == 9223372036854775807);
  CHECK(wave.logical_tokens == 3000);
  CHECK(wave.segments == 12);
  CHECK(wave.output_bytes == 77);
  CHECK(wave.head_bytes == 0);
  CHECK(wave.packed_pricing);

  REQUIRE(wave.learned);
  CHECK(wave.learned->rate.bytes_per_token == 1.5);
  CHECK(wave.learned->rate.packed_tokens == 64);
  CHECK(wave.learned->rate.logical_per_packed == 2.0);
  CHECK(wave.learned->retained_bytes_per_token == 1000.0);
  REQUIRE(wave.learned->warm);
  CHECK(wave.learned->warm->bytes_per_token == 0.0);
  CHECK(wave.learned->warm->packed_tokens == 65);
  CHECK(wave.learned->warm->logical_per_packed == 1.0);

  REQUIRE(wave.groups.size() == 2);
  CHECK(wave.groups[0].rows == 1);
  CHECK(wave.groups[0].gradient);
  CHECK(wave.groups[0].slot.empty());
  CHECK(wave.groups[0].layout.empty());
  CHECK(wave.groups[0].pending_gradient_bytes.empty());
  const price::Group& group = wave.groups[1];
  CHECK(group.rows == 300);
  CHECK_FALSE(group.gradient);
  CHECK(group.slot == "lora:\xC3\xA9\\t");
  REQUIRE(group.layout.size() == 2);
  CHECK(group.layout[0].attention_rows == 300);
  CHECK(group.layout[0].gdn_rows == 299);
  CHECK(group.layout[0].attention_retained_bytes == 5);
  CHECK(group.layout[0].gdn_states == 6);
  CHECK(group.layout[1].attention_rows == 0);
  CHECK_FALSE(group.layout[1].gdn_rows);
  CHECK(group.layout[1].gdn_states == 0);
  CHECK(group.pending_gradient_bytes == std::vector<std::int64_t>{10, 20, 0});

  REQUIRE(input.group_places.size() == 2);
  CHECK(input.group_places[0].line == 9);
  CHECK(input.group_places[0].column == 7);
  CHECK(input.group_places[1].line == 10);
  CHECK(input.group_places[1].column == 9);  // behind a tab
}

TEST_CASE("wave: what is left out") {
  const WaveInput input = read_wave(R"({"packed_tokens":7})", "w.json");
  CHECK_FALSE(input.tp);
  CHECK_FALSE(input.cp);
  CHECK_FALSE(input.pp);
  CHECK_FALSE(input.te_warm);
  CHECK_FALSE(input.te_warm_later);
  CHECK_FALSE(input.head_given);
  CHECK(input.group_places.empty());
  CHECK(input.wave.groups.empty());
  CHECK(input.wave.packed_tokens == 7);
  CHECK(input.wave.logical_tokens == 7);
  CHECK(input.wave.segments == 0);
  CHECK(input.wave.output_bytes == 0);
  CHECK(input.wave.head_bytes == 0);
  CHECK_FALSE(input.wave.packed_pricing);
  CHECK_FALSE(input.wave.learned);
}

TEST_CASE("geometry: every key") {
  const GeometryInput input = read_geometry(R"({
    "hidden_size": 1, "ffn_hidden_size": 2, "decoder_layers": 3, "config_layers": 4, "attention_heads": 5, "query_groups": 6,
    "head_dim": 7, "output_gate": true, "layers": "GGA", "key_heads": 10, "key_dim": 11, "value_heads": 12,
    "value_dim": 13, "conv_kernel": 14, "fused_activation": true, "clamped_activation": true, "adapter_rank_sum": 15,
    "recompute_granularity": "selective", "recompute_modules": ["moe", "mlp"], "layout_support": true, "checkpoint_conditions": false,
    "fc1_wrapped": true
  })",
                                            "g.json");
  const price::Geometry& geometry = input.geometry;
  CHECK(geometry.hidden_size == 1);
  CHECK(geometry.ffn_hidden_size == 2);
  CHECK(geometry.decoder_layers == 3);
  CHECK(geometry.config_layers == 4);
  CHECK(geometry.attention_heads == 5);
  CHECK(geometry.query_groups == 6);
  CHECK(geometry.head_dim == 7);
  CHECK(geometry.output_gate);
  CHECK(geometry.gdn_layers == 2);
  CHECK(geometry.gdn_inputs == 1);
  CHECK(geometry.key_heads == 10);
  CHECK(geometry.key_dim == 11);
  CHECK(geometry.value_heads == 12);
  CHECK(geometry.value_dim == 13);
  CHECK(geometry.conv_kernel == 14);
  CHECK(geometry.activation_factor == 3);
  CHECK(input.recompute.granularity == "selective");
  CHECK(input.recompute.recomputes_mlp);
  CHECK(input.adapter_rank_sum == 15);
  CHECK(input.layout_support);
  CHECK_FALSE(input.checkpoint_conditions);
  CHECK(input.fc1_wrapped);
}

TEST_CASE("geometry: what is left out") {
  const GeometryInput input = read_geometry(R"({"hidden_size": 64, "ffn_hidden_size": 128, "decoder_layers": 3})", "g.json");
  CHECK(input.geometry.config_layers == 3);
  CHECK(input.geometry.query_width() == 64);
  CHECK_FALSE(input.geometry.output_gate);
  CHECK(input.geometry.activation_factor == 5);
  CHECK(input.recompute.full());
  CHECK_FALSE(input.recompute.recomputes_mlp);
  CHECK_FALSE(input.adapter_rank_sum);
  CHECK_FALSE(input.layout_support);
  CHECK(input.checkpoint_conditions);
  CHECK_FALSE(input.fc1_wrapped);
}

TEST_CASE("wave: layouts without what attention retains") {
  struct Row {
    std::string name;
    const char* groups;
    bool missing;
  };
  const Row rows[] = {
      {"given", R"({"rows": 5, "gradient": true, "layout": [{"attention_rows": 5, "attention_retained_bytes": 0}]})", false},
      {"left out", R"({"rows": 5, "gradient": true, "layout": [{"attention_rows": 5}]})", true},
      {"left out, no backward", R"({"rows": 5, "gradient": false, "layout": [{"attention_rows": 5}]})", false},
      {"left out in one of two groups",
       R"({"rows": 5, "gradient": true, "layout": [{"attention_rows": 5}]},
          {"rows": 5, "gradient": true, "layout": [{"attention_rows": 5, "attention_retained_bytes": 0}]})", true},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const WaveInput input = read_wave(R"({"packed_tokens": 9, "groups": [)" + std::string(row.groups) + "]}", "w.json");
    CHECK(input.retained_missing == row.missing);
    for (const price::Group& group : input.wave.groups) CHECK(group.layout.empty() == row.missing);
  }
}

TEST_CASE("geometry: letters of the layers") {
  struct Row {
    const char* letters;
    const char* expected;
  };
  const Row rows[] = {
      {"AAA", "0 0 000"}, {"GGG", "3 2 011"}, {"GAG", "2 0 000"}, {"AGG", "2 1 001"},
      {"GG", "g.json:1:76: `layers` has 2 letters, `decoder_layers` is 3"},
      {"GaG", "g.json:1:76: `layers` has a letter for each layer: G for GatedDeltaNet, A for attention"},
  };
  for (const Row& row : rows) {
    INFO(std::string(row.letters));
    const std::string text =
        R"({"hidden_size": 64, "ffn_hidden_size": 128, "decoder_layers": 3, "layers": ")" + std::string(row.letters) + "\"}";
    std::string outcome;
    try {
      const price::Geometry geometry = read_geometry(text, "g.json").geometry;
      outcome = fmt::format("{} {} ", geometry.gdn_layers, geometry.gdn_inputs);
      for (const bool input : geometry.gdn_input) outcome += input ? '1' : '0';
    } catch (const UsageError& error) {
      outcome = error.what();
      outcome.resize(outcome.find('\n'));
    }
    CHECK(outcome == row.expected);
  }
}

TEST_CASE("geometry: activation and recompute") {
  struct Row {
    const char* more;
    std::int64_t factor;
    bool full;
    bool recomputes_mlp;
  };
  const Row rows[] = {
      {R"("fused_activation": true)", 3, true, false},
      {R"("clamped_activation": true)", 7, true, false},
      {R"("recompute_granularity": "")", 5, false, false},
      {R"("recompute_granularity": "", "recompute_modules": ["mlp"])", 5, false, false},
      {R"("recompute_modules": ["mlp"])", 5, true, false},
      {R"("recompute_granularity": "selective", "recompute_modules": ["core_attn"])", 5, false, false},
  };
  for (const Row& row : rows) {
    INFO(std::string(row.more));
    const std::string text = R"({"hidden_size": 64, "ffn_hidden_size": 128, "decoder_layers": 3, )" + std::string(row.more) + "}";
    const GeometryInput input = read_geometry(text, "g.json");
    CHECK(input.geometry.activation_factor == row.factor);
    CHECK(input.recompute.full() == row.full);
    CHECK(input.recompute.recomputes_mlp == row.recomputes_mlp);
  }
}

}  // namespace
}  // namespace tracegate::analyzer
