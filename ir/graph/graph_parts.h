// What a module graph is made of: as a dialect's reader fills it in.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ir/graph/collected.h"
#include "ir/graph/containment.h"
#include "ir/graph/records.h"
#include "ir/graph/string_table.h"

namespace tracegate::ir {

struct GraphParts {
  Strings strings;
  std::vector<ClassRecord> classes;
  std::vector<CallableRecord> callables;
  std::vector<SequenceRecord> sequences;
  std::vector<TableRecord> tables;
  std::vector<FactBlock> blocks;
  std::vector<Object> objects;
  std::vector<std::vector<Child>> children;
  std::string dialect;
  Collected collected;
  std::map<StringId, Value> globals;
  StringId chunk_kind = kNoString;
  std::vector<Value> chunks;
  RunFacts run;
  std::map<std::string, std::string> versions;
};

}  // namespace tracegate::ir
