// Which modules of a tree are subjects of findings, and which module or layer a caller's word names.
#pragma once

#include <string>
#include <vector>

#include "analyzer/gate/gate.h"
#include "analyzer/tree/module_tree.h"
#include "analyzer/tree/tree_walk.h"

namespace tracegate::analyzer {

using MarksAt = std::vector<std::vector<TreeMark>>;  // by entry of the walk

struct TreeMarks {
  MarksAt at;
  std::vector<TreeAround> around;
};

// The findings of the model and of the layers in `layers` (list indices). `chunk` is the path of the walk's root.
TreeMarks marks_of(const TreeWalk& walk, const rules::Profile& profile, const GateReport& report, const std::vector<std::size_t>& layers,
                   std::string_view chunk);

// What a caller's word names: a list index, a whole path or one below the report's root.
struct Chosen {
  std::size_t entry = kNoEntry;
  std::optional<std::size_t> layer;  // the decoder layer that it is, or stands in
};

// Throws UsageError.
Chosen choose_module(const TreeWalk& walk, const GateReport& report, std::string_view chunk, const std::string& word);

}  // namespace tracegate::analyzer
