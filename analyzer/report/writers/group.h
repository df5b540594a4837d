// Findings as a person reads them: by layer class, by place, by missing fact.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/report/report.pb.h"

namespace tracegate::analyzer {

// One missed condition at one place of a block; `findings` are its subjects in the block's first layer.
struct Miss {
  const schema::Condition* condition = nullptr;
  std::vector<const schema::Subject*> findings;
};

// What is missed in layer classes that miss the same, or in the model around the layers (no classes, no layers).
struct Block {
  std::vector<std::string> classes;
  std::vector<std::uint64_t> layers;  // ascending
  std::string path;                   // of the first layer
  std::vector<Miss> missed;           // those at one path stand together, in the order of the profile
};

std::vector<Block> group_findings(const schema::Model& model);

// One missing fact, and every condition that it leaves undetermined. What the caller did not say of the run is one such fact.
struct MissingFact {
  std::vector<std::string> found;  // distinct
  schema::Reason::Value reason = schema::Reason::not_exported;
  bool run_fact = false;
  std::vector<const schema::Condition*> conditions;
  std::vector<std::string> paths;  // distinct, in the order of the report
};

std::vector<MissingFact> group_missing(const schema::Model& model);

}  // namespace tracegate::analyzer
