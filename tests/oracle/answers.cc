#include "tests/oracle/answers.h"

#include <stdexcept>

#include <fmt/format.h>

#include "analyzer/price/attention_retained.h"
#include "analyzer/price/head.h"
#include "analyzer/price/split.h"
#include "tests/oracle/terms.h"
#include "tests/oracle/wave_answers.h"

namespace tracegate::oracle {
namespace {

using nlohmann::json;

price::Policy policy_of(const std::string& revision) {
  if (revision == "main") return price::Policy::kMain;
  if (revision == "later") return price::Policy::kLater;
  if (revision == "seedminus") return price::Policy::kTraced;
  throw std::runtime_error(fmt::format("`revision` is `{}`; known: main, seedminus, later", revision));
}

void compare_split(const json& line, Terms& terms) {
  std::vector<price::SplitChild> children;
  for (const json& child : line.at("children")) {
    price::SplitChild& out = children.emplace_back();
    out.retained_estimate = child.at("retained_est").get<std::int64_t>();
    out.ephemeral = child.at("ephemeral").get<std::int64_t>();
    out.increment = child.at("increment").get<std::int64_t>();
    out.c_retained = child.at("c_ret").get<std::int64_t>();
    out.c_workspace = child.at("c_ws").get<std::int64_t>();
    out.gradient = child.at("gradient").get<std::int64_t>();
    if (child.contains("adapter")) out.adapter_gradient = child.at("adapter").get<std::int64_t>();
    if (child.contains("slots")) out.trained_slots = child.at("slots").get<std::vector<std::string>>();
  }
  const price::Split split = price::split_requirement(children, policy_of(line.at("revision")));
  const json& expected = line.at("expect");
  terms.check("requirement", split.requirement, expected);
  if (expected.contains("run_order")) terms.same("run_order", json(split.run_order).dump(), expected.at("run_order").dump());
}

void compare_head(const json& line, Terms& terms) {
  price::HeadGroup group;
  group.gradient = line.at("gradient");
  group.stock_scaling = line.at("stock_scaling");
  group.projected_rows = line.at("projected_rows");
  group.labelled_chunk_rows = line.at("labelled_chunk_rows");
  for (const json& request : line.at("requests")) {
    group.requests.push_back({request.at("tokens"), request.at("label_entries"), request.at("has_targets"), request.at("label_rows"),
                              request.at("top_k"), request.at("logits"), request.at("hidden_states")});
  }
  const std::int64_t vocabulary = line.at("V_pad");
  const json& expected = line.at("expect");
  terms.check("head", price::head_workspace(group, policy_of(line.at("revision")), vocabulary, line.at("lower_bound")), expected);
  terms.check("O", price::output_bytes(group.requests, line.at("H"), vocabulary), expected);
}

void compare_retained(const json& line, Terms& terms) {
  price::AttentionSizes sizes;
  sizes.heads = line.at("heads");
  sizes.query_groups = line.at("kv_groups");
  sizes.head_dim = sizes.value_dim = line.at("d");
  sizes.block_q = line.at("block").at(0);
  sizes.block_k = line.at("block").at(1);
  std::vector<price::AttentionStage> stages;
  for (const json& stage : line.at("stages")) {
    stages.push_back({stage.at("local"), stage.at("lq"), stage.at("lk"), stage.at("q_covers"), stage.at("k_covers"), stage.at("q_len"),
                      stage.at("k_len")});
  }
  terms.check("attention_retained", price::attention_retained(sizes, line.at("own_rows"), stages), line.at("expect"));
}

}  // namespace

Comparison compare(const json& line) {
  Comparison out;
  out.id = line.at("id");
  Terms terms(out.differences);
  if (line.contains("groups")) {
    out.refused = compare_wave(line, terms);
  } else if (line.contains("children")) {
    compare_split(line, terms);
  } else if (line.contains("requests")) {
    compare_head(line, terms);
  } else if (line.contains("stages")) {
    compare_retained(line, terms);
  } else {
    throw std::runtime_error("none of the four forms: no `groups`, `children`, `requests` or `stages`");
  }
  return out;
}

}  // namespace tracegate::oracle
