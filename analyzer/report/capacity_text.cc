#include "analyzer/report/capacity_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "analyzer/report/json.h"
#include "ir/text.h"

namespace tracegate::analyzer {
namespace {

using Json = nlohmann::ordered_json;
using price::grouped;

std::int64_t all_rows(const price::Wave& wave) {
  std::int64_t rows = 0;
  for (const price::Group& group : wave.groups) rows += group.rows;
  return rows;
}

}  // namespace

std::string write_capacity_text(const PriceSubject& subject, const WaveCapacity& capacity) {
  std::string out = fmt::format("largest waves  {}{}{}  within {} ({} bytes) a rank\n\n", subject.model,
                                subject.wave.empty() || subject.model.empty() ? "" : "  ", subject.wave, in_units(capacity.budget),
                                grouped(capacity.budget));
  out += fmt::format("  {:<7}  {:<8}  {:>15}  {:>15}  {:>20}  {}\n", "policy", "wave", "busiest rows", "packed tokens", "bytes per rank",
                     "what binds");
  std::string refusal;
  for (const CapacityRow& row : capacity.rows) {
    if (!row.refusal.empty()) {
      refusal = row.refusal;
      out += fmt::format("  {:<7}  {:<8}  {:>15}\n", price::name(row.policy), row.wave, "not priced");
      continue;
    }
    if (!row.capacity.wave) {
      out += fmt::format("  {:<7}  {:<8}  {:>15}  {:>15}  {:>20}  {}\n", price::name(row.policy), row.wave, "none", "", "", row.binds);
      continue;
    }
    out += fmt::format("  {:<7}  {:<8}  {:>15}  {:>15}  {:>20}  {}\n", price::name(row.policy), row.wave,
                       grouped(all_rows(*row.capacity.wave)), grouped(row.capacity.wave->packed_tokens),
                       grouped(row.capacity.price->plan_cost), row.binds);
  }
  if (!refusal.empty()) out += fmt::format("\n  not priced  {}\n", refusal);
  out +=
      "\n  assumed     rows are spread evenly over the ranks, over the floor of busiest rows; gradient and no-grad waves have no outputs "
      "and\n"
      "              no head, a mix has those of the wave file in proportion. One row more does not fit.\n";
  return out;
}

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
      entry["busiest_rows"] = row.capacity.wave ? all_rows(*row.capacity.wave) : 0;
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
