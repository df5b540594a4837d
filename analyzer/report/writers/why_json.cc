#include "analyzer/report/writers/why_json.h"

#include <nlohmann/json.hpp>

#include "analyzer/report/json.h"

namespace tracegate::analyzer {
namespace {

using Json = nlohmann::ordered_json;

Json change_json(const Change& change) {
  return Json::object({{"kind", change.kind},
                       {"path", change.path},
                       {"objects", change.objects},
                       {"text", change.text},
                       {"now", change.now},
                       {"conditions", change.conditions}});
}

Json explanation_json(const Explanation& explanation) {
  Json json = Json::object();
  if (!explanation.tried.empty()) {
    json["tried"] = explanation.tried;
    json["file_verdict"] = explanation.file_verdict;
  }
  Json sets = Json::array();
  for (const ChangeSet& set : explanation.plan.sets) {
    Json changes = Json::array();
    for (const Change& change : set.changes) changes.push_back(change_json(change));
    sets.push_back(Json::object({{"checked", true}, {"changes", std::move(changes)}}));
  }
  json["change_sets"] = std::move(sets);
  json["capped"] = explanation.plan.capped;
  Json without = Json::array();
  for (const NoChange& none : explanation.plan.without) without.push_back(Json::object({{"id", none.id}, {"why", none.why}}));
  json["without_change"] = std::move(without);
  Json differences = Json::array();
  for (const LayerDifference& one : explanation.differences) {
    differences.push_back(Json::object({{"layer", one.layer}, {"nearest", one.nearest}, {"lines", one.lines}}));
  }
  json["differences"] = std::move(differences);
  if (explanation.likely) {
    json["likely_layers"] = Json::object({{"path", explanation.likely->path},
                                          {"count", explanation.likely->count},
                                          {"class", explanation.likely->class_name},
                                          {"parts", explanation.likely->parts}});
  }
  if (explanation.row) {
    json["gradient_row"] = Json::object({{"now_bytes", explanation.row->now}, {"if_matched_bytes", explanation.row->if_matched}});
  }
  return json;
}

}  // namespace

std::string write_why_json(const ProgramInfo& program, const rules::Profile& profile, const std::string& file, Explanation explanation) {
  const Json added = explanation_json(explanation);
  std::vector<ModelEntry> entries(1);
  entries.front().file = file;
  entries.front().outcome = std::move(explanation.report);
  Json json = Json::parse(write_json(program, profile, entries));
  json["models"][0]["explanation"] = added;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tracegate::analyzer
