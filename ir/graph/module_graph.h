// The module graph of one model: objects, their classes and their facts. Constant once it is read.
//
// Facts are three-valued: present with a value, absent (the object was asked and has no such thing), or not to be had (nobody asked, or
// asking failed). The three are never mixed up: `absent` is a fact, "not collected" is none.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ir/graph/containment.h"
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

struct Slot {
  std::string kind;
  std::string name;

  friend bool operator==(const Slot&, const Slot&) = default;
};

struct RunFacts {
  std::string taken_at;
  std::map<std::string, std::string, std::less<>> facts;  // typed texts: "int:2"
  std::vector<Slot> slots;
};

// Which names were asked for; what is not in here was not collected.
struct Collected {
  bool callables = false;                            // callables of the instance dictionaries
  bool parameters = false;                           // parameter tables
  bool globals = false;                              // process globals
  std::set<StringId> reads;                          // on every object
  std::set<std::pair<StringId, StringId>> reads_on;  // (name, "?ON"): on the objects that hold the fact "?ON"
  std::set<StringId> instance;
  std::set<StringId> hooks;
  std::set<StringId> tables;
};

// What a look-up answers.
struct Fact {
  enum class State : std::uint8_t { kPresent, kAbsent, kNotCollected, kUnreadable };

  State state = State::kAbsent;
  Value value;  // kPresent and kUnreadable only

  static Fact present(const Value& value) { return {State::kPresent, value}; }
  static Fact absent() { return {}; }
  static Fact not_collected() { return {State::kNotCollected, {}}; }
};

class ModuleGraph {
 public:
  struct Parts {
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

  explicit ModuleGraph(Parts parts);
  // A copy of what it was made of, to make another graph from.
  Parts parts() const;

  std::size_t size() const { return parts_.objects.size(); }
  const Object& object(Vertex vertex) const { return parts_.objects[vertex]; }
  const ClassRecord& class_of(Vertex vertex) const { return parts_.classes[object(vertex).class_record]; }
  const ClassRecord& class_record(std::uint32_t index) const { return parts_.classes[index]; }
  std::size_t classes() const { return parts_.classes.size(); }
  const CallableRecord& callable(std::uint32_t index) const { return parts_.callables[index]; }
  const SequenceRecord& sequence(std::uint32_t index) const { return parts_.sequences[index]; }
  const TableRecord& table(std::uint32_t index) const { return parts_.tables[index]; }
  std::size_t tables() const { return parts_.tables.size(); }
  const FactBlock& block_record(std::uint32_t index) const { return parts_.blocks[index]; }
  // Never null: an object without facts has the empty block.
  const FactBlock& block(Vertex vertex) const;
  const Containment& containment() const { return containment_; }
  std::span<const Child> children(Vertex vertex) const { return containment_.children(vertex); }

  std::string_view text(StringId id) const { return parts_.strings.text(id); }
  // Empty for a child or an element, which no text stands for.
  std::string_view text(const Value& value) const { return value.text == kNoString ? std::string_view() : parts_.strings.text(value.text); }
  StringId find(std::string_view text) const { return parts_.strings.find(text); }

  const std::string& dialect() const { return parts_.dialect; }
  const Collected& collected() const { return parts_.collected; }
  const std::map<StringId, Value>& globals() const { return parts_.globals; }
  const std::vector<Value>& chunks() const { return parts_.chunks; }
  const RunFacts& run() const { return parts_.run; }
  const std::map<std::string, std::string>& versions() const { return parts_.versions; }

  // Look-ups by name; a name that stands nowhere in the file is not collected.
  // An attribute as getattr gives it: a written read, else the child, else the parameter of that name.
  Fact read(Vertex vertex, std::string_view name) const;
  // An entry of the instance dictionary.
  Fact instance(Vertex vertex, std::string_view key) const;
  // A hook table: present with its sequence, or absent where it is empty.
  Fact hooks(Vertex vertex, std::string_view table) const;
  // What len() gives, where it is known: for a sequence of children their number, else what the exporter wrote.
  std::optional<std::int64_t> length(const Value& value) const;

 private:
  bool is_read(Vertex vertex, StringId key) const;
  const Value* written(Vertex vertex, StringId key) const;
  Fact as_fact(const Value& value) const;

  Parts parts_;
  Containment containment_;
  FactBlock empty_block_;
  StringId length_key_;
};

}  // namespace tracegate::ir
