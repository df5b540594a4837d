// The nodes of a `module/1` file as they stand in it: taken apart and checked one by one, numbers not resolved yet.
//
// The order of the nodes means nothing, so references can only be followed when all of them are here (module_link).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/graph/module_graph.h"
#include "ir/onnx/onnx_stream.h"

namespace tracegate::ir {

// One record or object under its number. `offset` is its node's place in the file, for messages.
template <typename T>
struct Numbered {
  std::uint32_t number = 0;
  std::uint64_t offset = 0;
  T record;
};

struct RawObject {
  StringId path = kNoString;
  std::uint32_t class_record = 0;
  std::optional<std::uint32_t> block;
  std::optional<std::uint32_t> parent;
  bool has_children = false;  // the child table is written out
  std::vector<Child> children;
};

struct ModuleRecords {
  Strings strings;
  std::vector<Numbered<ClassRecord>> classes;
  std::vector<Numbered<CallableRecord>> callables;
  std::vector<Numbered<SequenceRecord>> sequences;
  std::vector<Numbered<TableRecord>> tables;
  std::vector<Numbered<FactBlock>> blocks;
  std::vector<Numbered<RawObject>> objects;
};

class ModuleNodes final : public OnnxListener {
 public:
  void node(const OnnxNode& node) override;
  ModuleRecords take() { return std::move(records_); }

 private:
  ModuleRecords records_;
};

}  // namespace tracegate::ir
