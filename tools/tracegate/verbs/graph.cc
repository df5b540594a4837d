// `tracegate graph`: the module tree of a model, with the gate's findings at their modules.

#include <fmt/format.h>

#include "analyzer/gate/gate.h"
#include "analyzer/report/writers/tree_dot.h"
#include "analyzer/report/writers/tree_mermaid.h"
#include "analyzer/report/writers/tree_text.h"
#include "analyzer/report/writers/tree_words.h"
#include "analyzer/tree/module_tree.h"
#include "ir/dialects/reader.h"
#include "ir/text/error.h"
#include "tools/tracegate/options.h"
#include "tools/tracegate/output.h"
#include "tools/tracegate/profiles.h"
#include "tools/tracegate/run_facts.h"

namespace tracegate::cli {
namespace {

// More is no picture, and Mermaid draws at most 500 edges.
constexpr std::size_t kMostNodes = 200;

std::string graph_of(const GraphOptions& options, const rules::Profile& profile) {
  refuse_streams(options.model);
  const ir::ModuleGraph graph = ir::read_model(ir::FileSource(options.model));
  const ir::RunFacts run = join_run_facts(graph, profile, options);
  const analyzer::GateReport report = analyzer::judge_gate(graph, profile, run);
  const analyzer::ModuleTree tree =
      analyzer::build_module_tree(graph, profile, report, {options.layer, options.all ? analyzer::kNoNode : kMostNodes});
  const std::string title = analyzer::tree_title(profile, options.model, report, tree);
  if (options.format == "dot") return analyzer::write_tree_dot(title, tree);
  if (options.format == "mermaid") return analyzer::write_tree_mermaid(title, tree);
  return analyzer::write_tree_text(title, tree);
}

}  // namespace

int run_graph(const GraphOptions& options) {
  try {
    const rules::Profile profile = load_profile(options.profile);
    return print(graph_of(options, profile)) ? kAsExpected : kUndecided;
  } catch (const ir::ReadError& error) {
    complain(fmt::format("{}: {}", options.model, error.what()));
    return kUndecided;
  } catch (const analyzer::NoSuchModule& error) {
    complain(fmt::format("--layer: {}", error.what()));
  } catch (const Contradiction& error) {
    complain(fmt::format("{}: {}", options.model, error.what()));
  } catch (const rules::ProfileError& error) {
    complain(error.what());
  }
  return kWrongCall;
}

}  // namespace tracegate::cli
