// `tracegate why`: what stands in the way, and what would change it.

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "analyzer/report/assemble.h"
#include "analyzer/report/report.pb.h"
#include "analyzer/report/writers/table.h"
#include "analyzer/why/explanation.h"
#include "analyzer/why/what_if.h"
#include "ir/text/error.h"
#include "ir/text/escape.h"
#include "ir/text/nearest.h"
#include "rules/language/rule.pb.h"
#include "tools/tracegate/exit.h"
#include "tools/tracegate/load.h"
#include "tools/tracegate/output.h"
#include "tools/tracegate/run_facts.h"
#include "tools/tracegate/verbs.h"
#include "tools/tracegate/version.h"

namespace tracegate::cli {
namespace {

struct WhyOptions : RunOptions {
  std::string model;
  std::string profile;
  std::string layer;               // index or path; empty: all
  std::string condition;           // id; empty: all
  std::vector<std::string> tried;  // PATH.attr=VALUE
  std::string format;
};

WhyOptions options;

void add_options(Flags& verb) {
  verb.model(options.model);
  verb.profile(options.profile);
  verb.word("--layer", options.layer, "only this decoder layer: its index or path", {.type = "LAYER"});
  verb.word("--condition", options.condition, "only this condition", {.type = "ID"});
  verb.words("--try", options.tried, "what if PATH.attr were VALUE; may be given again", "PATH.attr=VALUE");
  verb.run(options);
  verb.format(options.format, {"text", "json"}, "of the report");
}

// The index of a layer that is named by its index or its path.
std::optional<std::size_t> find_layer(const std::string& word, const analyzer::GateReport& report) {
  if (word.empty()) return std::nullopt;
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
  if (error == std::errc() && end == word.data() + word.size() && index < report.decoder_layers) return index;
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < report.layer_paths.size(); ++i) {
    const std::string& path = report.layer_paths[i];
    const bool below = !report.root.empty() && path.starts_with(report.root + ".");
    paths.push_back(below ? path.substr(report.root.size() + 1) : path);
    if (word == path || word == paths.back()) return i;
  }
  throw UsageError(fmt::format("--layer {}: no decoder layer is there{}; there are {}{}", ir::one_line(word), ir::did_you_mean(word, paths),
                               report.decoder_layers,
                               report.decoder_layers == 0 ? "" : fmt::format(", 0 to {}", report.decoder_layers - 1)));
}

void check_condition(const std::string& id, const rules::Profile& profile) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < profile.conditions(); ++i) ids.push_back(profile.condition(i).id());
  if (id.empty() || std::find(ids.begin(), ids.end(), id) != ids.end()) return;
  throw UsageError(fmt::format("--condition {}: {} has no such condition{}", ir::one_line(id), profile.id(), ir::did_you_mean(id, ids)));
}

analyzer::Explanation explain(const rules::Profile& profile, const ir::ModuleGraph& graph, const ir::RunFacts& run) {
  if (options.tried.empty()) return analyzer::explain(graph, profile, run);
  const analyzer::GateReport report = analyzer::judge_gate(graph, profile, run);
  std::vector<ir::Edit> edits;
  std::vector<std::string> words;
  for (const std::string& word : options.tried) {
    edits.push_back(analyzer::parse_what_if(word, graph, report));
    const std::string now = analyzer::describe_now(graph, run, edits.back());
    words.push_back(fmt::format("{}: {}{}", ir::one_line(word.substr(0, word.find('='))), analyzer::describe_edit(graph, edits.back()),
                                now.empty() ? "" : fmt::format(" ({})", now)));
  }
  const ir::ModuleGraph changed = ir::edited(graph, edits);
  analyzer::Explanation out = analyzer::explain(changed, profile, analyzer::edited_run(run, edits));
  out.tried = std::move(words);
  out.file_verdict = report.verdict;
  return out;
}

int run() {
  const rules::Profile profile = load_profile(options.profile);
  check_condition(options.condition, profile);
  const ir::ModuleGraph graph = load_model(options.model);
  const ir::RunFacts run = join_run_facts(graph, profile, options);
  analyzer::Explanation explanation = explain(profile, graph, run);
  const std::optional<std::size_t> layer = find_layer(options.layer, explanation.report);
  if (layer)
    std::erase_if(explanation.differences, [&](const analyzer::LayerDifference& one) {
      const auto& layers = explanation.report.classes[one.layer_class].layers.layers;
      return std::find(layers.begin(), layers.end(), *layer) == layers.end();
    });
  analyzer::narrow(explanation.report, layer, options.condition);
  analyzer::schema::Report report;
  analyzer::assemble_head(kVersion, report);
  analyzer::assemble_profile(profile, *report.mutable_profile(), options.format == "json");
  analyzer::schema::Model& model = *report.add_models();
  model.set_file(analyzer::path_text(options.model));
  analyzer::assemble_why(std::move(explanation), model);
  return print(analyzer::write_report(analyzer::ReportKind::kWhy, options.format, report)) ? kAsExpected : kUndecided;
}

}  // namespace

const Verb kWhy = {"why", "what stands in the way of a match, and what would change it", add_options, run};

}  // namespace tracegate::cli
