// What the nodes of a module tree are called: short, whatever the names in a file are.
#pragma once

#include <string>
#include <unordered_map>

#include "analyzer/tree/tree_walk.h"
#include "ir/graph/module_graph.h"

namespace tracegate::analyzer {

// Short names of classes; of two classes with one short name the whole names.
class TreeNames {
 public:
  explicit TreeNames(const ir::ModuleGraph& graph);

  // The class of what stands at an entry, or the value in words.
  std::string of(const ir::Value& value) const;

 private:
  const ir::ModuleGraph& graph_;
  std::unordered_map<ir::StringId, ir::StringId> full_;  // by short name; kNoString: several
};

// The names of siblings in a row: "0-15" where they count up, else the first ones and the last.
std::string names_of(const WalkEdge* edges, std::size_t count);

// The path of an entry, or its end: a whole path for each of many references would be quadratic.
std::string short_path(const TreeWalk& walk, std::size_t entry);

}  // namespace tracegate::analyzer
