// What-if: a graph as it would be after some edits. The graph that is edited stays as it is, and so do the numbers of its objects.
//
// Edits are of facts, not of a live model: nothing is run, and what nobody collected stays not collected.
#pragma once

#include <span>
#include <string>

#include "ir/graph/module_graph.h"

namespace tracegate::ir {

struct Edit {
  enum class Kind : std::uint8_t {
    kSetValue,         // attribute or parameter `name` is `value`, a typed text: "int:1"
    kSetCallable,      // attribute `name` is the function or class of the full name `value`
    kRemove,           // attribute, child or parameter `name` is gone
    kSetClass,         // the object's class is the one of the full name `value`
    kClearHooks,       // hook table `name` is empty
    kRemoveEntry,      // `name` is gone from the instance dictionary
    kRestoreDelegate,  // entry `name` of the instance dictionary is the class's own forward
    kGraft,            // attribute `name` is what `source` has under that name
    kSetGlobal,        // process global `name` is `value`
    kFirstChunk,       // only the first chunk is left
    kSetRun,           // run fact `name` is `value`; no part of the graph
  };

  Kind kind = Kind::kSetValue;
  Vertex object = kNoVertex;  // none for globals, chunks and run facts
  std::string name;
  std::string value;
  Vertex source = kNoVertex;  // of a graft

  friend bool operator==(const Edit&, const Edit&) = default;
};

// The edits in order; a later one wins. Edits of objects that are not there, and values that are none of the dialect, change nothing.
ModuleGraph edited(const ModuleGraph& graph, std::span<const Edit> edits);

}  // namespace tracegate::ir
