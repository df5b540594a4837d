// The records of a model: classes, callables, sequences, tables, blocks of facts, and the objects that refer to them by number.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ir/graph/string_table.h"
#include "ir/graph/value.h"

namespace tracegate::ir {

struct ClassRecord {
  StringId module = kNoString;       // __module__
  StringId name = kNoString;         // __qualname__
  StringId full_name = kNoString;    // module.name
  bool own = false;                  // it is what its name resolves to
  std::vector<std::uint32_t> bases;  // method resolution order, without itself and object
  StringId forward_in = kNoString;   // the module that defines its forward
  StringId source = kNoString;       // digest of its forward's source text
  bool is_module = false;
  bool has_elements = false;  // an instance is the sequence of its children
};

enum class Bound : std::uint8_t { kNot, kSelf, kOther };

struct CallableRecord {
  StringId kind = kNoString;
  StringId full_name = kNoString;
  bool own = false;
  Bound bound = Bound::kNot;
  bool class_forward = false;
  std::optional<std::uint32_t> end;  // at the end of the chain of compiled callables
};

struct SequenceRecord {
  StringId kind = kNoString;
  std::optional<std::int64_t> length;
  std::optional<std::vector<Value>> elements;
};

struct TableRecord {
  std::vector<StringId> fields;
  std::vector<Value> rows;  // (fields + 1) values a row
};

struct Parameter {
  StringId name = kNoString;
  Value value;
};

// The facts that one or more objects share. Keys as in ir/dialect.md, section 5.
struct FactBlock {
  std::vector<std::pair<StringId, Value>> facts;      // sorted by key; parameters are not among them
  std::vector<Parameter> parameters;                  // in the order of the parameter table
  std::vector<std::pair<StringId, Value>> callables;  // instance callables by name, sorted; see `shadows`
  std::vector<StringId> shadows;                      // those that hide a callable of the class, sorted
};

struct Object {
  StringId path = kNoString;
  std::uint32_t class_record = 0;
  std::optional<std::uint32_t> block;
};

}  // namespace tracegate::ir
