// Findings as a person reads them: by layer class, by place, by missing fact.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/gate/gate.h"

namespace tracegate::analyzer {

// One missed condition at one place of a block; `findings` are its subjects in the block's first layer.
struct Miss {
  const ConditionReport* condition = nullptr;
  std::vector<const Finding*> findings;
};

// What is missed in layer classes that miss the same, or in the model around the layers (no classes, no layers).
struct Block {
  std::vector<std::string> classes;
  std::vector<std::size_t> layers;  // ascending
  std::vector<Miss> missed;         // those at one path stand together, in the order of the profile
};

std::vector<Block> group_findings(const GateReport& report);

// One missing fact, and every condition that it leaves undetermined. What the caller did not say of the run is one such fact.
struct MissingFact {
  std::vector<std::string> found;  // distinct
  rules::Reason reason = rules::Reason::kNotExported;
  bool run_fact = false;
  std::vector<const ConditionReport*> conditions;
  std::vector<std::string> paths;  // distinct, in the order of the report
};

std::vector<MissingFact> group_missing(const GateReport& report);

// A path as people read it: without the wrappers above the language model.
std::string shown_path(const GateReport& report, const std::string& path);

// "1 layer", "3 layers"; `nouns` where the plural is no "s".
std::string plural(std::size_t count, std::string_view noun, std::string_view nouns = {});

}  // namespace tracegate::analyzer
