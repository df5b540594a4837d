// The table of the project: every fixture x every condition, held against fixtures/manifest.jsonl, which is by hand or by the reference.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/language/rule.pb.h"
#include "rules/language/shipped.h"
#include "tests/support/judging.h"
#include "tests/support/model_text.h"

namespace tracegate {
namespace {

using nlohmann::json;
using rules::Verdict;

std::vector<json> manifest() {
  std::ifstream file(test::source_path("fixtures/manifest.jsonl"));
  std::vector<json> rows;
  for (std::string line; std::getline(file, line);) rows.push_back(json::parse(line));
  return rows;
}

std::set<std::string> names(const json& row, const char* key) {
  std::set<std::string> out;
  for (const auto& id : row.at(key)) out.insert(id.get<std::string>());
  return out;
}

TEST_CASE("every fixture x every condition") {
  const auto rows = manifest();
  REQUIRE_FALSE(rows.empty());
  for (const json& row : rows) {
    const auto file = row.at("file").get<std::string>();
    const auto& profile = test::shipped(row.at("profile").get<std::string>());
    const auto report = test::judge_bytes(test::file_bytes(test::source_path("fixtures/" + file)), profile);
    const auto missed = names(row, "missed"), undetermined = names(row, "undetermined"), blocked = names(row, "blocked");
    INFO(file);
    CHECK(rules::name(report.verdict) == row.at("verdict").get<std::string>());
    CHECK(report.extrapolated == row.at("extrapolated").get<bool>());
    for (const auto& condition : report.conditions) {
      if (condition.support) continue;
      INFO(condition.id);
      CHECK((condition.count(Verdict::kMissed) > 0) == missed.contains(condition.id));
      CHECK((condition.count(Verdict::kUndetermined) > 0) == (undetermined.contains(condition.id) && !blocked.contains(condition.id)));
      CHECK((condition.count(Verdict::kBlocked) > 0) == blocked.contains(condition.id));
    }
    if (row.at("widths").is_null()) {
      CHECK_FALSE(report.widths.has_value());
      continue;
    }
    REQUIRE(report.widths.has_value());
    const auto& widths = std::get<std::vector<analyzer::Width>>(*report.widths);
    REQUIRE(widths.size() == row.at("widths").size());
    for (std::size_t i = 0; i < widths.size(); ++i) CHECK(widths[i].bytes_per_row == row.at("widths")[i].get<std::int64_t>());
  }
}

TEST_CASE("each of the 43 negatives is there") {
  constexpr const char* kNames[] = {"fc1_hook",
                                    "row_hook",
                                    "lora_hook",
                                    "base_hook",
                                    "layer_hook",
                                    "layer_forward",
                                    "layer_delegate",
                                    "compiled_custom_delegate",
                                    "layer_type",
                                    "mixer_delegate",
                                    "mixer_class_forward",
                                    "mixer_hook",
                                    "mixer_forward",
                                    "no_mixer",
                                    "decoder_hook",
                                    "decoder_subclass",
                                    "non_gated",
                                    "activation",
                                    "config_activation",
                                    "clamp",
                                    "linear_offset",
                                    "unfused_activation",
                                    "te_activation",
                                    "fp8",
                                    "fp4",
                                    "dtype",
                                    "tensor_parallel",
                                    "pipeline_parallel",
                                    "sequence_parallel",
                                    "cuda_graphs",
                                    "bias",
                                    "out_features",
                                    "other_layer",
                                    "unwrapped_fc1",
                                    "unfused_norm",
                                    "rank",
                                    "mixer_adapter_rank",
                                    "mixer_child_hook",
                                    "mixer_child_forward",
                                    "norm_delegate",
                                    "slot_selector",
                                    "active_selector",
                                    "chunks"};
  static_assert(std::size(kNames) == 43);
  const auto rows = manifest();
  for (const std::string name : kNames) {
    INFO(name);
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const json& row) {
      return row.at("file") == "dense-cp2-seed/missed__" + name + ".onnx" && row.at("oracle") == "seed-neg/" + name;
    });
    CHECK(found != rows.end());
  }
}

// A profile has the conditions of what it adds to, and an id never changes its meaning: the rows of a profile speak for all that add to it.
bool adds_to(const rules::Profile& profile, const rules::Profile& other) {
  for (std::size_t i = 0; i < other.conditions(); ++i)
    if (profile.condition_index(other.condition(i).id()) == rules::kNone) return false;
  return true;
}

TEST_CASE("every condition of every shipped profile has a passing and a failing fixture") {
  constexpr const char* kOfNothing = "model/no-moe-layer";  // matched where it has no subject
  const auto rows = manifest();
  for (const rules::ShippedProfile& shipped : rules::shipped_profiles()) {
    const auto& profile = test::shipped(shipped.id);
    std::set<std::string> failing, passing;
    for (const json& row : rows) {
      const auto own = row.at("profile").get<std::string>();
      if (adds_to(profile, test::shipped(own))) failing.merge(names(row, "missed"));
      if (own != shipped.id || row.at("verdict") != "matched" || passing.size() == profile.conditions()) continue;
      const auto report = test::judge_bytes(test::file_bytes(test::source_path("fixtures/" + row.at("file").get<std::string>())), profile);
      for (const auto& condition : report.conditions)
        if (condition.count(Verdict::kMatched) > 0 || condition.id == kOfNothing) passing.insert(condition.id);
    }
    for (std::size_t i = 0; i < profile.conditions(); ++i) {
      const auto& condition = profile.condition(i);
      if (condition.support()) continue;
      INFO(shipped.id, "  ", condition.id());
      CHECK_MESSAGE(failing.contains(condition.id()), "no fixture misses this condition");
      CHECK_MESSAGE(passing.contains(condition.id()), "no fixture matches this condition");
    }
  }
}

TEST_CASE("each of the fifteen later negatives is there, under every profile") {
  constexpr const char* kNames[] = {"child_class_forward", "helper_override",     "helper_partial",     "final_norm_hook",
                                    "final_norm_override", "custom_mlp_bda",      "custom_bda_handler", "function_cross_attention",
                                    "gdn_activation",      "function_in_proj",    "backward_hook",      "global_forward_hook",
                                    "cudagraph_manager",   "fused_residual_norm", "decoder_callback"};
  static_assert(std::size(kNames) == 15);
  const auto rows = manifest();
  for (const std::string name : kNames) {
    INFO(name);
    CHECK(std::count_if(rows.begin(), rows.end(), [&](const json& row) { return row.at("oracle") == "later-neg/" + name; }) == 3);
  }
}

}  // namespace
}  // namespace tracegate
