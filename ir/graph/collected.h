// What the exporter asked of a model, and what the caller told of the run.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/graph/string_table.h"

namespace tracegate::ir {

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

}  // namespace tracegate::ir
