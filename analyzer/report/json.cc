#include "analyzer/report/json.h"

#include <nlohmann/json.hpp>

#include "analyzer/report/writers/price_json.h"
#include "ir/text/escape.h"

namespace tracegate::analyzer {
namespace {

using Json = nlohmann::ordered_json;
using rules::Verdict;

Json counts(const ConditionReport& condition) {
  Json json = Json::object();
  for (const Verdict verdict : {Verdict::kMatched, Verdict::kMissed, Verdict::kUndetermined, Verdict::kBlocked, Verdict::kNotApplicable}) {
    json[std::string(rules::name(verdict))] = condition.count(verdict);
  }
  return json;
}

Json conditions(const GateReport& report, bool support) {
  Json list = Json::array();
  for (const ConditionReport& condition : report.conditions) {
    if (condition.support != support) continue;
    Json json = Json::object();
    json["id"] = condition.id;
    json["verdict"] = rules::name(condition.verdict);
    json["counts"] = counts(condition);
    Json subjects = Json::array();
    for (const Finding& finding : condition.findings) {
      Json subject = Json::object();
      subject["path"] = finding.path;
      subject["slot"] = finding.slot;
      subject["verdict"] = rules::name(finding.verdict);
      subject["reason"] = rules::name(finding.reason);
      subject["required"] = condition.required;
      subject["found"] = finding.found;
      subjects.push_back(std::move(subject));
    }
    json["subjects"] = std::move(subjects);
    list.push_back(std::move(json));
  }
  return list;
}

Json notes(const GateReport& report) {
  Json list = Json::array();
  for (const NoteReport& note : report.notes) {
    Json json = Json::object();
    json["id"] = note.id;
    json["title"] = note.title;
    json["because"] = note.because;
    Json subjects = Json::array();
    for (const Finding& finding : note.findings) {
      subjects.push_back(Json::object({{"path", finding.path}, {"slot", finding.slot}, {"found", finding.found}}));
    }
    json["subjects"] = std::move(subjects);
    list.push_back(std::move(json));
  }
  return list;
}

void add_widths(Json& json, const Widths& widths) {
  if (const auto* error = std::get_if<std::string>(&widths)) {
    json["widths_error"] = *error;
    return;
  }
  Json entry = Json::object();
  for (const Width& width : std::get<std::vector<Width>>(widths)) entry[width.id] = width.bytes_per_row;
  json["widths"] = std::move(entry);
}

void add_gate(Json& json, const GateReport& report) {
  json["dialect"] = report.dialect;
  json["decoder_layers"] = report.decoder_layers;
  json["verdict"] = rules::name(report.verdict);
  json["extrapolated"] = report.extrapolated;
  if (report.extrapolated) json["extrapolation"] = report.extrapolation;
  json["taken_at"] = report.run.taken_at.empty() ? "not recorded" : report.run.taken_at;
  Json run = Json::object();
  for (const auto& [name, value] : report.run.facts) run[name] = value;
  json["run"] = std::move(run);
  Json slots = Json::array();
  for (const ir::Slot& slot : report.run.slots) slots.push_back(slot.kind + ":" + slot.name);
  json["slots"] = std::move(slots);
  Json classes = Json::array();
  for (const ClassReport& one : report.classes) {
    Json entry = Json::object();
    entry["id"] = one.layers.id;
    entry["layers"] = one.layers.layers;
    entry["mixer"] = one.label;
    entry["verdict"] = rules::name(one.verdict);
    classes.push_back(std::move(entry));
  }
  json["classes"] = std::move(classes);
  json["conditions"] = conditions(report, false);
  json["support"] = conditions(report, true);
  if (report.widths) add_widths(json, *report.widths);
  json["outside_traced_versions"] = !report.version_differences.empty();
  if (!report.version_differences.empty()) json["version_differences"] = report.version_differences;
}

}  // namespace

std::string write_json(const ProgramInfo& program, const rules::Profile& profile, const std::vector<ModelEntry>& models) {
  Json json = Json::object();
  json["schema_version"] = kReportSchema;
  json["tool"] = Json::object({{"name", program.name}, {"version", program.version}});
  json["profile"] = Json::object({{"id", profile.id()}, {"version", profile.version()}, {"digest", profile.digest()}});
  Json list = Json::array();
  for (const ModelEntry& model : models) {
    Json entry = Json::object();
    // A path is bytes; JSON is text.
    entry["file"] = ir::is_escaped_text(model.file) ? model.file : ir::escape_bytes(model.file);
    if (const std::string* error = model.error()) {
      entry["error"] = *error;
    } else {
      add_gate(entry, *model.gate());
      if (model.price) entry["price"] = price_json({model.file, model.wave}, *model.price);
      entry["notes"] = notes(*model.gate());
    }
    list.push_back(std::move(entry));
  }
  json["models"] = std::move(list);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tracegate::analyzer
