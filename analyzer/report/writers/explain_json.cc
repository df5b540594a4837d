#include "analyzer/report/writers/explain_json.h"

#include <nlohmann/json.hpp>

#include "analyzer/report/json.h"

namespace tracegate::analyzer {
namespace {

using Json = nlohmann::ordered_json;

Json name_json(const rules::ProfileName& profile) { return Json::object({{"id", profile.id}, {"version", profile.version}}); }

Json names_json(const std::vector<rules::ProfileName>& profiles) {
  Json list = Json::array();
  for (const rules::ProfileName& profile : profiles) list.push_back(name_json(profile));
  return list;
}

Json condition_json(const ConditionPage& page) {
  Json json = Json::object();
  json["id"] = page.id;
  json["title"] = page.title;
  json["required"] = page.required;
  json["notes"] = page.notes;
  json["judged_at"] = page.judged_at;
  json["applies"] = page.applies;
  json["because"] = page.because;
  json["remedy"] = page.remedy;
  json["support"] = page.support;
  Json price = Json::array();
  for (const PriceRole& role : page.price) {
    price.push_back(Json::object({{"list", role.list}, {"effect", role.effect}, {"section", role.section}}));
  }
  json["price"] = std::move(price);
  Json blocked_by = Json::array();
  for (const Blocker& blocker : page.blocked_by) {
    blocked_by.push_back(Json::object({{"condition", blocker.condition}, {"where", blocker.where}}));
  }
  json["blocked_by"] = std::move(blocked_by);
  Json evidence = Json::array();
  for (const Evidence& one : page.evidence) evidence.push_back(Json::object({{"mark", one.mark}, {"meaning", one.meaning}}));
  json["evidence"] = std::move(evidence);
  json["since"] = name_json(page.since);
  json["profiles"] = names_json(page.profiles);
  return json;
}

Json named_lists(const auto& entries, const char* name, const char* list) {
  Json json = Json::array();
  for (const auto& [one, values] : entries) json.push_back(Json::object({{name, one}, {list, values}}));
  return json;
}

Json areas_json(const std::vector<Area>& areas) {
  Json json = Json::array();
  for (const Area& area : areas) {
    Json conditions = Json::array();
    for (const ConditionPage& page : area.conditions) {
      conditions.push_back(Json::object(
          {{"id", page.id}, {"title", page.title}, {"support", page.support}, {"remedy", !page.remedy.empty()}, {"since", page.since.id}}));
    }
    Json entry = Json::object({{"name", area.name}, {"deciding", area.deciding()}, {"support", area.support()}});
    entry["conditions"] = std::move(conditions);
    json.push_back(std::move(entry));
  }
  return json;
}

Json profile_json(const ProfilePage& page) {
  Json json = Json::object();
  json["title"] = page.title;
  json["base"] = page.base;
  json["traced"] = page.traced;
  json["domain"] = page.domain;
  json["evidence"] = page.evidence;
  json["sources"] = page.sources;
  json["extrapolated"] = page.extrapolated;
  json["price_policy"] = page.price_policy;
  Json widths = Json::array();
  for (const WidthFormula& width : page.widths) {
    widths.push_back(Json::object({{"id", width.id}, {"title", width.title}, {"formula", width.formula}, {"residue", width.residue}}));
  }
  json["widths"] = std::move(widths);
  Json symbols = Json::array();
  for (const SymbolFormula& symbol : page.symbols) {
    symbols.push_back(Json::object({{"id", symbol.id}, {"title", symbol.title}, {"meaning", symbol.meaning}}));
  }
  json["symbols"] = std::move(symbols);
  json["packages"] = named_lists(page.packages, "name", "versions");
  json["forwards"] = named_lists(page.forwards, "class", "sources");
  Json origins = Json::array();
  for (const Origin& origin : page.origins) {
    Json entry = name_json(origin.profile);
    entry["deciding"] = origin.deciding;
    entry["support"] = origin.support;
    origins.push_back(std::move(entry));
  }
  json["origins"] = std::move(origins);
  json["areas"] = areas_json(page.areas);
  json["without_remedy"] = page.without_remedy;
  return json;
}

std::string report(const ProgramInfo& program, const rules::Profile& profile, const char* key, Json page) {
  Json json = Json::object();
  json["schema_version"] = kReportSchema;
  json["tool"] = Json::object({{"name", program.name}, {"version", program.version}});
  json["profile"] = Json::object({{"id", profile.id()}, {"version", profile.version()}, {"digest", profile.digest()}});
  json[key] = std::move(page);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string write_explain_json(const ProgramInfo& program, const rules::Profile& profile, const ConditionPage& page) {
  return report(program, profile, "condition_page", condition_json(page));
}

std::string write_explain_json(const ProgramInfo& program, const rules::Profile& profile, const ProfilePage& page) {
  return report(program, profile, "profile_page", profile_json(page));
}

}  // namespace tracegate::analyzer
