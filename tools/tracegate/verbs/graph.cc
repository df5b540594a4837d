// `tracegate graph`: the module tree of a model, with the gate's findings at their modules.

#include "analyzer/gate/gate.h"
#include "analyzer/report/assemble.h"
#include "analyzer/report/report.pb.h"
#include "analyzer/report/writers/table.h"
#include "analyzer/tree/module_tree.h"
#include "tools/tracegate/exit.h"
#include "tools/tracegate/load.h"
#include "tools/tracegate/output.h"
#include "tools/tracegate/run_facts.h"
#include "tools/tracegate/verbs.h"
#include "tools/tracegate/version.h"

namespace tracegate::cli {
namespace {

// More is no picture, and Mermaid draws at most 500 edges.
constexpr std::size_t kMostNodes = 200;

struct GraphOptions : RunOptions {
  std::string model;
  std::string profile;
  std::string layer;  // list index or path; empty: the model
  bool all = false;
  std::string format;
};

GraphOptions options;

void add_options(Flags& verb) {
  verb.model(options.model);
  verb.profile(options.profile);
  verb.word("--layer", options.layer, "one decoder layer alone, by its index; or any module, by its path", {.type = "N|PATH"});
  verb.on_off("--all", options.all, "also what is cut off a large tree");
  verb.run(options);
  verb.format(options.format, {"text", "dot", "mermaid"}, "of the picture");
}

std::string draw(const rules::Profile& profile) {
  const ir::ModuleGraph graph = load_model(options.model);
  const ir::RunFacts run = named(options.model, [&] { return join_run_facts(graph, profile, options); });
  analyzer::GateReport gate = analyzer::judge_gate(graph, profile, run);
  const analyzer::TreeRequest request{options.layer, options.all ? analyzer::kNoNode : kMostNodes};
  analyzer::ModuleTree tree = named("--layer", [&] { return analyzer::build_module_tree(graph, profile, gate, request); });
  analyzer::schema::Report report;
  analyzer::assemble_head(kVersion, report);
  analyzer::assemble_profile(profile, *report.mutable_profile(), options.format == "json");
  analyzer::schema::Model& model = *report.add_models();
  model.set_file(analyzer::path_text(options.model));
  analyzer::assemble_gate(std::move(gate), model);
  analyzer::assemble_tree(std::move(tree), model);
  return analyzer::write_report(analyzer::ReportKind::kGraph, options.format, report);
}

int run() { return print(draw(load_profile(options.profile))) ? kAsExpected : kUndecided; }

}  // namespace

const Verb kGraph = {"graph", "draw the module tree of a model, with the gate's findings", add_options, run};

}  // namespace tracegate::cli
