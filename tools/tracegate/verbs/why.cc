// `tracegate why`: what stands in the way, and what would change it.

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "analyzer/report/writers/why_json.h"
#include "analyzer/report/writers/why_text.h"
#include "analyzer/why/explanation.h"
#include "analyzer/why/what_if.h"
#include "ir/dialects/reader.h"
#include "ir/text/error.h"
#include "ir/text/nearest.h"
#include "rules/language/rule.pb.h"
#include "tools/tracegate/options.h"
#include "tools/tracegate/output.h"
#include "tools/tracegate/profiles.h"
#include "tools/tracegate/run_facts.h"
#include "tools/tracegate/version.h"

namespace tracegate::cli {
namespace {

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
  throw Contradiction(fmt::format("--layer {}: no decoder layer is there{}; there are {}{}", word, ir::did_you_mean(word, paths),
                                  report.decoder_layers,
                                  report.decoder_layers == 0 ? "" : fmt::format(", 0 to {}", report.decoder_layers - 1)));
}

void check_condition(const std::string& id, const rules::Profile& profile) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < profile.conditions(); ++i) ids.push_back(profile.condition(i).id());
  if (id.empty() || std::find(ids.begin(), ids.end(), id) != ids.end()) return;
  throw Contradiction(fmt::format("--condition {}: {} has no such condition{}", id, profile.id(), ir::did_you_mean(id, ids)));
}

analyzer::Explanation explain(const WhyOptions& options, const rules::Profile& profile, const ir::ModuleGraph& graph,
                              const ir::RunFacts& run) {
  if (options.tried.empty()) return analyzer::explain(graph, profile, run);
  const analyzer::GateReport report = analyzer::judge_gate(graph, profile, run);
  std::vector<ir::Edit> edits;
  std::vector<std::string> words;
  for (const std::string& word : options.tried) {
    edits.push_back(analyzer::parse_what_if(word, graph, report));
    const std::string now = analyzer::describe_now(graph, run, edits.back());
    words.push_back(fmt::format("{}: {}{}", word.substr(0, word.find('=')), analyzer::describe_edit(graph, edits.back()),
                                now.empty() ? "" : fmt::format(" ({})", now)));
  }
  const ir::ModuleGraph changed = ir::edited(graph, edits);
  analyzer::Explanation out = analyzer::explain(changed, profile, analyzer::edited_run(run, edits));
  out.tried = std::move(words);
  out.file_verdict = rules::name(report.verdict);
  return out;
}

}  // namespace

int run_why(const WhyOptions& options) {
  try {
    const rules::Profile profile = load_profile(options.profile);
    check_condition(options.condition, profile);
    refuse_streams(options.model);
    const ir::ModuleGraph graph = ir::read_model(ir::FileSource(options.model));
    const ir::RunFacts run = join_run_facts(graph, profile, options);
    analyzer::Explanation explanation = explain(options, profile, graph, run);
    const std::optional<std::size_t> layer = find_layer(options.layer, explanation.report);
    if (layer)
      std::erase_if(explanation.differences, [&](const analyzer::LayerDifference& one) {
        const auto& layers = explanation.report.classes[one.layer_class].layers.layers;
        return std::find(layers.begin(), layers.end(), *layer) == layers.end();
      });
    analyzer::narrow(explanation.report, layer, options.condition);
    const std::string report = options.format == "json"
                                   ? analyzer::write_why_json(program_info(), profile, options.model, std::move(explanation))
                                   : analyzer::write_why_text(profile, options.model, std::move(explanation));
    return print(report) ? kAsExpected : kUndecided;
  } catch (const ir::ReadError& error) {
    complain(fmt::format("{}: {}", options.model, error.what()));
    return kUndecided;
  } catch (const std::runtime_error& error) {  // Contradiction, WhatIfError, ProfileError
    complain(error.what());
    return kWrongCall;
  }
}

}  // namespace tracegate::cli
