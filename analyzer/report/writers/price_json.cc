#include "analyzer/report/writers/price_json.h"

#include "analyzer/price/price_words.h"
#include "analyzer/report/json.h"
#include "ir/text/escape.h"

namespace tracegate::analyzer {
namespace {

using Json = nlohmann::ordered_json;

std::string as_text(const std::string& path) { return ir::is_escaped_text(path) ? path : ir::escape_bytes(path); }

Json floor_json(const price::Floor& floor) {
  return Json::object({{"retained_bytes", floor.retained().value()}, {"workspace_bytes", floor.workspace().value()}});
}

Json terms_json(const price::Sum& sum) {
  Json list = Json::array();
  for (const price::Term& term : sum.terms()) {
    price::TermWords words = price::words_of(term);
    list.push_back(Json::object({{"title", std::move(words.title)},
                                 {"bytes", term.bytes.value()},
                                 {"formula", std::string(words.formula)},
                                 {"numbers", std::move(words.numbers)},
                                 {"section", std::string(term.section)}}));
  }
  return list;
}

Json gate_json(const ProfileStanding& standing) {
  Json gate = Json::object();
  gate["profile"] = standing.profile;
  gate["verdict"] = rules::name(standing.verdict);
  gate["assumed"] = standing.assumed;
  Json obstacles = Json::array();
  for (const Obstacle& obstacle : standing.obstacles) {
    obstacles.push_back(Json::object(
        {{"id", obstacle.id}, {"verdict", rules::name(obstacle.verdict)}, {"where", obstacle.where}, {"remedy", obstacle.remedy}}));
  }
  gate["obstacles"] = std::move(obstacles);
  return gate;
}

Json policy_json(const PolicyPrice& one, const std::optional<std::int64_t>& budget) {
  Json json = Json::object();
  json["policy"] = price::name(one.policy);
  if (one.standing != nullptr) json["gate"] = gate_json(*one.standing);
  if (!one.refusal.empty()) {
    json["refusal"] = one.refusal;
    return json;
  }
  const price::Price& price = *one.price;
  json["covered"] = price.uses_profile_widths;
  json["gradient_bytes_per_row"] = price.widths.gradient;
  json["no_grad_bytes_per_row"] = price.widths.no_grad;
  json["required_bytes"] = price.plan_cost.value();
  json["admission_bytes"] = price.admission.value();
  json["without_gradient_bytes"] = price.estimate.value();
  json["retained_estimate_bytes"] = price.retained_estimate.value();
  json["branch"] = price::words_of(price.sum.branch());
  constexpr const char* kFloors[] = {"none", "busiest", "layout"};
  json["floor"] = kFloors[static_cast<int>(price.floor_used)];
  json["stage"] = price::words_of(price.sum.stage());
  json["floor_bytes"] = floor_json(price.floor());
  json["terms"] = terms_json(price.sum);
  json["before_factor_bytes"] = price.sum.total().value();
  if (!one.outside.empty()) json["outside"] = one.outside;
  if (one.if_matched) json["if_matched_bytes"] = one.if_matched->plan_cost.value();
  if (budget) json["fits"] = one.fits(*budget);
  return json;
}

}  // namespace

Json price_json(const PriceSubject& subject, const WavePrice& price) {
  Json json = Json::object();
  if (!subject.model.empty()) json["model"] = as_text(subject.model);
  json["wave"] = as_text(subject.wave);
  const PriceQuestion& question = price.question;
  json["tp"] = question.setting.tp;
  json["cp"] = question.setting.cp;
  json["pp"] = question.setting.pp;
  json["packed_tokens"] = question.wave.packed_tokens;
  if (question.budget) json["budget_bytes"] = *question.budget;
  json["lower_bound"] = price.lower_bound;
  Json policies = Json::array();
  for (const PolicyPrice& one : price.policies) policies.push_back(policy_json(one, question.budget));
  json["policies"] = std::move(policies);
  json["assumptions"] = price.assumptions;
  json["warnings"] = question.warnings;
  return json;
}

std::string write_price_json(const ProgramInfo& program, const PriceSubject& subject, const WavePrice& price) {
  Json json = Json::object();
  json["schema_version"] = kReportSchema;
  json["tool"] = Json::object({{"name", program.name}, {"version", program.version}});
  json["prices"] = Json::array({price_json(subject, price)});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tracegate::analyzer
