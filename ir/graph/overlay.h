// What edits put over a module graph: only what differs from it. Numbers of texts and records go on where those of the graph end.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/graph/records.h"
#include "ir/graph/string_table.h"

namespace tracegate::ir {

struct Overlay {
  Strings strings;
  std::vector<ClassRecord> classes;
  std::vector<CallableRecord> callables;
  std::vector<FactBlock> blocks;  // each of one object only
  std::unordered_map<std::uint32_t, Object> objects;
  std::optional<std::map<StringId, Value>> globals;
  bool first_chunk_only = false;
};

}  // namespace tracegate::ir
