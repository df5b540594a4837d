// The smallest changes that open a gate, each set checked by judging the edited graph again.
//
// The gate is a conjunction, so a set is the union of what each missed subject needs, an edit on a shared object once. Where one edit shows
// another fault, its repair joins the set. A set is shown only where all of its edits together match and none can be left out.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/gate/gate.h"
#include "ir/graph/graph_edit.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

// Equal edits of one kind at one relative place of several layers: one change.
struct Change {
  enum class Kind : std::uint8_t { kConfig, kModel, kRun };

  Kind kind = Kind::kModel;
  std::string text;  // "set `fp8` to None", without the place
  std::string now;   // "now str \"hybrid\""; empty where nothing is to be said, or it differs from object to object
  std::string path;  // of the first object; "run" or "process"
  std::size_t objects = 1;
  std::vector<ir::Edit> edits;          // one or more an object
  std::vector<std::string> conditions;  // ids that asked for it
};

// config, model, run
std::string_view name(Change::Kind kind);

struct ChangeSet {
  std::vector<Change> changes;
};

// Why a missed condition has no change.
struct NoChange {
  std::string id;
  std::string why;
};

struct ChangePlan {
  std::vector<ChangeSet> sets;    // checked; fewest changes first
  std::vector<NoChange> without;  // conditions that no edit of this file can meet
  bool capped = false;            // more alternatives exist than are shown
};

// `report` is what `profile` says of this graph and run. Nothing for a model that matches.
ChangePlan plan_changes(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run, const GateReport& report);

// The run with the edits of run facts.
ir::RunFacts edited_run(ir::RunFacts run, std::span<const ir::Edit> edits);

// What an edit does, in words, and what is there now: "set `fp8` to None" and "now str \"hybrid\"".
std::string describe_edit(const ir::ModuleGraph& graph, const ir::Edit& edit);
std::string describe_now(const ir::ModuleGraph& graph, const ir::RunFacts& run, const ir::Edit& edit);

}  // namespace tracegate::analyzer
