// The modules below one module as a tree: each where it is reached first, every other way to it as a reference.
//
// The list of decoder layers is an entry of the tree even where it stands in no child table (a plain Python list, say): a reader looks for
// it.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/graph/module_graph.h"
#include "rules/language/profile.h"
#include "rules/places/places.h"

namespace tracegate::analyzer {

inline constexpr std::size_t kNoEntry = static_cast<std::size_t>(-1);

// From an entry to one of its children.
struct WalkEdge {
  std::string_view name;
  std::size_t entry = kNoEntry;
  bool first = true;                 // false: the entry was reached before, by another edge
  std::size_t layer = rules::kNone;  // list index of a decoder layer
  ir::Value value;                   // what stands there
};

struct WalkEntry {
  ir::Value value;  // an object, or what stands in its place: a list that is none, a layer that is None
  std::string_view name;
  std::size_t parent = kNoEntry;
  std::size_t depth = 0;
  std::size_t skip_ancestor = kNoEntry;  // an ancestor some way up, see `lowest_common_ancestor`
  std::vector<WalkEdge> edges;

  ir::Vertex vertex() const { return value.kind == ir::ValueKind::kObject ? value.record : ir::kNoVertex; }
};

class TreeWalk {
 public:
  TreeWalk(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::Value& root, std::string_view path);

  // Entries refer to texts that it holds.
  TreeWalk(const TreeWalk&) = delete;
  TreeWalk& operator=(const TreeWalk&) = delete;

  // In preorder: parents before children, children in order.
  std::size_t size() const { return entries_.size(); }
  const WalkEntry& entry(std::size_t index) const { return entries_[index]; }
  std::size_t modules() const { return modules_; }

  // The entry of a module; kNoEntry where it is not below the root.
  std::size_t find(ir::Vertex vertex) const { return entry_of_[vertex]; }
  // The entry of a decoder layer; kNoEntry for a layer that is not below the root.
  std::size_t layer(std::size_t index) const { return index < layers_.size() ? layers_[index] : kNoEntry; }

  // The path of an entry, by the edges that reached it first.
  std::string path(std::size_t entry) const;

  // Follows `path` from an entry on: the last entry on the way, and the rest of the path that is none ("config.fp8").
  struct Place {
    std::size_t entry = kNoEntry;
    std::string_view rest;
  };
  Place locate(std::size_t from, std::string_view path) const;

  // The lowest ancestor of `entry`, or `entry`, below which an `earlier` entry stands.
  std::size_t lowest_common_ancestor(std::size_t entry, std::size_t earlier) const;

 private:
  void find_list(const rules::Profile& profile);
  std::size_t add(const WalkEdge& edge, std::size_t parent);
  std::vector<WalkEdge> edges_of(const WalkEntry& entry);
  std::vector<WalkEdge> list_edges(ir::Vertex list) const;
  std::optional<ir::Value> step(const ir::Value& from, std::string_view name) const;

  const ir::ModuleGraph& graph_;
  std::vector<WalkEntry> entries_;
  std::vector<std::size_t> entry_of_;  // by vertex
  std::size_t modules_ = 0;
  std::deque<std::string> names_;  // those that no text of the file is

  std::vector<rules::Located> located_;  // the decoder layers
  std::vector<std::size_t> layers_;      // their entries
  ir::Vertex list_ = ir::kNoVertex;      // the module that holds them
  ir::Vertex holder_ = ir::kNoVertex;    // the module below which the list is shown, where no child table has it
  ir::Value list_value_;
  std::string list_path_;  // before a layer's own name
};

}  // namespace tracegate::analyzer
