#include "tests/oracle/wave_answers.h"

#include <algorithm>

#include "analyzer/price/factor.h"
#include "analyzer/price/lower_bound.h"
#include "analyzer/price/mixer.h"
#include "analyzer/price/price.h"
#include "analyzer/price/price_words.h"
#include "analyzer/price/te_growth.h"

namespace tracegate::oracle {
namespace {

using nlohmann::json;

constexpr std::int64_t kProfileRanks = 2;

std::int64_t number(const json& value) { return value.is_null() ? 0 : value.get<std::int64_t>(); }

price::Geometry geometry_of(const json& from) {
  price::Geometry out;
  out.hidden_size = from.at("H");
  out.ffn_hidden_size = from.at("F");
  out.config_layers = from.at("L");
  out.decoder_layers = from.at("n");
  out.attention_heads = from.at("heads");
  out.query_groups = from.at("kv_groups");
  out.head_dim = from.at("d");
  out.output_gate = from.at("output_gate");
  out.gdn_layers = from.at("Gd");
  out.gdn_inputs = from.at("G_in");
  out.key_heads = from.at("hk");
  out.key_dim = from.at("dk");
  out.value_heads = from.at("hv");
  out.value_dim = from.at("dv");
  out.conv_kernel = from.at("conv");
  out.activation_factor = from.at("phi");
  char before = 'A';
  for (const char letter : from.at("layers").get<std::string>()) {
    out.gdn_input.push_back(letter == 'G' && before == 'G');
    before = letter;
  }
  return out;
}

price::Setting setting_of(const json& line) {
  price::Setting out;
  out.geometry = geometry_of(line.at("geometry"));
  const json& recompute = line.at("recompute");
  out.recompute.granularity = recompute.at("granularity").is_string() ? recompute.at("granularity").get<std::string>() : "";
  const auto modules = recompute.at("modules").get<std::vector<std::string>>();
  out.recompute.recomputes_mlp = std::find(modules.begin(), modules.end(), "mlp") != modules.end();
  out.tp = line.at("topology").at("tp");
  out.cp = line.at("topology").at("cp");
  out.pp = line.at("topology").at("pp");
  out.checkpoint_conditions = line.at("checkpoint_conditions");
  out.layout_support = line.at("layout_support");
  out.layout_ranks = kProfileRanks;
  out.fc1_wrapped = line.at("fc1_wrapped");
  out.te_warm = line.at("te_warm");
  return out;
}

std::vector<price::RankLayout> layout_of(const json& from) {
  std::vector<price::RankLayout> out;
  if (from.is_null()) return out;
  const json& attention = from.at("attention_rows");
  for (std::size_t k = 0; k < attention.size(); ++k) {
    price::RankLayout& rank = out.emplace_back();
    rank.attention_rows = attention[k];
    if (!from.at("gdn_rows").is_null()) rank.gdn_rows = from.at("gdn_rows")[k].get<std::int64_t>();
    rank.attention_retained_bytes = from.at("attention_retained")[k];
    if (!from.at("gdn_states").empty()) rank.gdn_states = from.at("gdn_states")[k];
  }
  return out;
}

price::Learned::Rate rate_of(const json& from) {
  return {from.at("bytes_per_token"), from.at("packed_tokens"), from.at("logical_per_packed")};
}

std::optional<price::Learned> learned_of(const json& from) {
  if (from.is_null()) return std::nullopt;
  price::Learned out;
  out.rate = rate_of(from);
  const json& retained = from.at("retained_bytes_per_token");
  if (!retained.is_null()) out.retained_bytes_per_token = retained.get<double>();
  if (from.contains("warm") && !from.at("warm").is_null()) out.warm = rate_of(from.at("warm"));
  return out;
}

price::Wave wave_of(const json& line) {
  price::Wave out;
  for (const json& from : line.at("groups")) {
    price::Group& group = out.groups.emplace_back();
    group.rows = from.at("rows");
    group.gradient = from.at("gradient");
    group.layout = layout_of(from.at("layout"));
    if (!from.at("adapter_pending").is_null()) group.pending_gradient_bytes = from.at("adapter_pending").get<std::vector<std::int64_t>>();
  }
  out.packed_tokens = line.at("T");
  out.logical_tokens = line.at("logical");
  out.segments = line.at("segments");
  out.output_bytes = line.at("O");
  out.head_bytes = number(line.at("head"));
  out.packed_pricing = line.at("packed_pricing");
  out.learned = learned_of(line.at("learned"));
  return out;
}

void check_floor(const char* key, const price::Floor* floor, const json& expected, Terms& terms) {
  if (!expected.contains(key)) return;
  const json& wanted = expected.at(key);
  const json ours = floor == nullptr ? json() : json{{"retained", floor->retained().value()}, {"workspace", floor->workspace().value()}};
  terms.same(key, ours.dump(), wanted.dump());
}

void check_mixer(const char* key, const price::MixerWidths& mixer, const json& expected, Terms& terms) {
  if (!expected.contains(key)) return;
  json ours = json::object();
  if (mixer.attention) ours["attention"] = mixer.attention.value();
  if (mixer.gdn) ours["gdn"] = mixer.gdn.value();
  terms.same(key, ours.dump(), expected.at(key).dump());
}

void check_price(const price::Price& price, const price::Setting& setting, const json& expected, Terms& terms) {
  const bool later = price.policy == price::Policy::kLater;
  if (expected.contains("covered")) terms.same("covered", json(price.uses_profile_widths).dump(), expected.at("covered").dump());
  if (expected.contains("widths")) {
    terms.same("widths", json{{"P", price.widths.gradient}, {"N", price.widths.no_grad}}.dump(), expected.at("widths").dump());
  }
  if (expected.contains("floor_used")) {
    constexpr const char* kNames[] = {"none", "busiest", "layout"};
    terms.same("floor_used", json(kNames[static_cast<int>(price.floor_used)]).dump(), expected.at("floor_used").dump());
  }
  check_floor("floor_busiest", &price.busiest, expected, terms);
  check_floor("floor_layout", price.layout ? &price.layout->floor : nullptr, expected, terms);
  if (expected.contains("floor_by_rank")) {
    json ranks;
    if (price.layout) {
      for (const auto& rank : price.layout->ranks) ranks.push_back({rank.retained.value(), rank.workspace.value()});
    }
    terms.same("floor_by_rank", ranks.dump(), expected.at("floor_by_rank").dump());
  }
  const bool parallel = setting.cp > 1;
  check_mixer("mixer_layout", later ? price::later_layout_mixer(setting.geometry) : price::layout_mixer(setting.geometry, parallel),
              expected, terms);
  check_mixer("mixer_busiest", price::busiest_mixer(setting.geometry, parallel), expected, terms);
  terms.check("te_growth", price::te_growth(setting), expected);
  terms.check("cold", price.cold, expected);
  terms.check("input_gradient", price.gradient, expected);
  terms.check("adapter_gradient", price.adapter_gradient, expected);
  terms.check("adapter_gradient_flat", price.adapter_gradient_flat, expected);
  terms.check("static_raw", std::max(price.static_used, price.no_grad_stage) + price.no_grad_te_growth, expected);
  terms.check("estimate_without_raw", price.estimate_before_factor, expected);
  terms.check("estimate_without", price.estimate, expected);
  terms.check("admission_raw", price.admission_raw, expected);
  terms.check("admission", price.admission, expected);
  terms.check("plan_cost", price.plan_cost, expected);
  terms.check("plan_cost_composed", price.plan_cost, expected);
  terms.check("retained_est", price.retained_estimate, expected);
  terms.check("C_ret", price.c_retained, expected);
  terms.check("C_ws", price.c_workspace, expected);
  terms.check("increment", price.increment, expected);
  terms.check("ephemeral", price.ephemeral, expected);
}

// The terms of the report are the price.
void check_closure(const price::Wave& wave, const price::Price& price, Terms& terms) {
  Amount raw;
  for (const price::Term& term : price.sum.terms()) raw += term.bytes;
  const Amount required = wave.packed_tokens == 0 ? raw : price::with_factor(raw);
  terms.same(fmt::format("sum of the terms, {}", price::words_of(price.sum.branch())), std::to_string(required.value()), std::to_string(price.plan_cost.value()));
}

void check_bound(const json& line, const price::Setting& setting, price::ProfileWidths widths, Terms& terms) {
  const json& expected = line.at("lower_bound");
  if (expected.is_null()) return;
  const bool later = line.at("expect").contains("later");
  price::BoundWave child;
  const auto lengths = expected.at("lengths").get<std::vector<std::int64_t>>();
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const json& group = line.at("groups").at(i);
    price::BoundGroup& out = child.groups.emplace_back();
    out.length = lengths[i];
    out.gradient = group.at("gradient");
    if (!group.at("adapter_pending").is_null()) out.pending_gradient_bytes = group.at("adapter_pending").get<std::vector<std::int64_t>>();
  }
  child.logical_tokens = expected.at("logical");
  child.output_bytes = expected.at("O");
  const auto policy = later ? price::Policy::kLater : price::Policy::kTraced;
  // The files' traced bound is of a revision that keeps the share.
  const price::Price bound = price::lower_bound(child, setting, policy, widths, true);
  terms.enter("lower_bound");
  terms.check("plan_cost", bound.plan_cost, expected);
  terms.check("retained_est", bound.retained_estimate, expected);
  terms.check("c_ret", bound.c_retained, expected);
  terms.check("c_ws", bound.c_workspace, expected);
  terms.check("input_gradient", bound.gradient, expected);
  const price::Price product = price::lower_bound(child, setting, policy, widths);
  if (product.plan_cost > bound.plan_cost) {
    terms.same("without the share", std::to_string(product.plan_cost.value()), "at most " + std::to_string(bound.plan_cost.value()));
  }
}

}  // namespace

bool compare_wave(const json& line, Terms& terms) {
  const price::Setting setting = setting_of(line);
  const price::ProfileWidths widths{line.at("profile").at("P"), line.at("profile").at("N"), 0, kProfileRanks};
  const std::string outside = line.at("outside").is_null() ? "" : line.at("outside").get<std::string>();
  const auto reason = price::refusal(setting);
  const bool topology = outside == "tensor-parallel" || outside == "pipeline-parallel";
  if (reason || topology) {
    const std::string word = outside.substr(0, outside.find('-')) + "-parallel";
    if (!reason || reason->find(word) == std::string::npos) terms.same("refusal", reason.value_or("none"), outside);
    return reason.has_value();
  }
  const price::Wave wave = wave_of(line);
  const json& expected = line.at("expect");
  for (const price::Policy policy : price::kPolicies) {
    const std::string key(price::name(policy));
    terms.enter(key);
    if (!expected.contains(key)) continue;
    const price::Price price = price::price_wave(wave, setting, policy, widths, {.keeps_terms = true});
    check_price(price, setting, expected.at(key), terms);
    check_closure(wave, price, terms);
  }
  if (outside == "decoder-condition") {
    terms.enter("traced as today");
    check_price(price::price_wave(wave, setting, price::Policy::kTraced, widths), setting, expected.at("today"), terms);
    return false;
  }
  check_bound(line, setting, widths, terms);
  return false;
}

}  // namespace tracegate::oracle
