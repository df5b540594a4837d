// The gate: a profile against one model. What comes out is plain data, from which every writer makes its report.
//
// Not for prices of waves: `widths` are what the profile's match is worth per row, nothing more.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/gate/layer_class.h"
#include "analyzer/gate/widths.h"
#include "ir/graph/module_graph.h"
#include "rules/language/profile.h"
#include "rules/places/verdict.h"

namespace tracegate::analyzer {

// One subject that is missed, undetermined or blocked.
struct Finding {
  std::string path;  // whole
  std::string slot;  // "kind:name", empty for the constructor's adapter
  rules::Verdict verdict = rules::Verdict::kMissed;
  rules::Reason reason = rules::Reason::kMatched;
  std::string found;
  std::optional<std::size_t> layer_class;  // index; none for findings about the model
  std::optional<std::size_t> layer;        // list index
  ir::Vertex vertex = ir::kNoVertex;       // of the subject: of the model, and of the first layer of a class
};

struct ConditionReport {
  std::string id;
  std::string title;
  std::string required;
  std::string because;
  std::string remedy;
  bool run_fact = false;  // told by the caller, not by the model
  bool whole = false;     // about the model, the run or the process, no module of it
  bool support = false;
  rules::Verdict verdict = rules::Verdict::kMatched;
  std::array<std::size_t, 5> counts{};  // by rules::Verdict
  std::vector<Finding> findings;        // in the order of the layers

  std::size_t count(rules::Verdict of) const { return counts[static_cast<std::size_t>(of)]; }
};

// A note of the profile that fires (rules/language/rule.proto): beside the verdict, never a part of it.
struct NoteReport {
  std::string id;
  std::string title;
  std::string because;
  std::vector<Finding> findings;  // where, in the order of the layers; at least one
};

struct ClassReport {
  LayerClass layers;
  std::string label;  // class of the profile's label place, without its module
  rules::Verdict verdict = rules::Verdict::kMatched;
};

struct GateReport {
  std::string dialect;
  std::size_t decoder_layers = 0;
  rules::Verdict verdict = rules::Verdict::kUndetermined;
  bool extrapolated = false;
  std::string extrapolation;                     // why, where extrapolated
  std::vector<std::string> version_differences;  // where matched: outside the traced versions, and how
  std::string root;                              // path of the place that text reports leave out
  std::string root_class;
  ir::RunFacts run;
  std::vector<std::string> layer_paths;
  std::vector<ClassReport> classes;
  std::vector<ConditionReport> conditions;  // in the profile's order
  std::vector<NoteReport> notes;            // those that fire, in the profile's order
  std::optional<Widths> widths;             // where matched
  std::optional<Widths> widths_if_matched;  // whatever the verdict, where there is a layer
};

// `run` holds what the file says and what the caller added. A width that cannot be expressed makes a match undetermined.
GateReport judge_gate(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run);

// Over the conditions that decide: missed if any is, else undetermined if any is, else matched.
rules::Verdict verdict_of(const std::vector<ConditionReport>& conditions);

}  // namespace tracegate::analyzer
