#include "analyzer/report/writers/capacity_json.h"

#include <nlohmann/json.hpp>

#include "analyzer/report/json.h"
#include "ir/text/escape.h"

namespace tracegate::analyzer {

using Json = nlohmann::ordered_json;

std::string write_capacity_json(const ProgramInfo& program, const PriceSubject& subject, const WaveCapacity& capacity) {
  const auto as_text = [](const std::string& path) { return ir::is_escaped_text(path) ? path : ir::escape_bytes(path); };
  Json json = Json::object();
  json["schema_version"] = kReportSchema;
  json["tool"] = Json::object({{"name", program.name}, {"version", program.version}});
  Json body = Json::object();
  if (!subject.model.empty()) body["model"] = as_text(subject.model);
  if (!subject.wave.empty()) body["wave"] = as_text(subject.wave);
  body["budget_bytes"] = capacity.budget;
  Json rows = Json::array();
  for (const CapacityRow& row : capacity.rows) {
    Json entry = Json::object();
    entry["policy"] = price::name(row.policy);
    entry["wave"] = row.wave;
    if (!row.refusal.empty()) {
      entry["refusal"] = row.refusal;
    } else {
      entry["busiest_rows"] = row.capacity.rows();
      entry["packed_tokens"] = row.capacity.wave ? row.capacity.wave->packed_tokens : 0;
      if (row.capacity.price) entry["required_bytes"] = row.capacity.price->plan_cost.value();
      entry["binds"] = row.binds;
    }
    rows.push_back(std::move(entry));
  }
  body["rows"] = std::move(rows);
  json["capacities"] = Json::array({std::move(body)});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tracegate::analyzer
