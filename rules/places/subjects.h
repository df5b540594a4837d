// The subjects of a condition: what its scope names in one model, or in one layer of it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "rules/places/path_tree.h"
#include "rules/places/places.h"

namespace tracegate::rules {

namespace schema {
class Scope;
class Tree;
}  // namespace schema

inline constexpr int kUnnamedSlot = -1;  // no slot: the adapter's own tensors

struct Subject {
  Located at;                                      // its own path is empty for what a walk met: see `path`
  std::size_t place = kNone;                       // the place that this is, kNone for other modules and for what is no module
  std::size_t above = kNone;                       // the place that the scope looks below
  int slot = kUnnamedSlot;                         // index into the run's slots
  std::shared_ptr<const PathTree> walk = nullptr;  // that met the subject; none for places and for what is no module
  std::uint32_t step = 0;                          // of that walk

  // The path by which it was reached.
  std::string path() const { return walk == nullptr ? at.path : walk->path(step); }
};

// All subjects of `scope` in the context that `places` holds, without slots.
std::vector<Subject> subjects_of(const ir::ModuleGraph& graph, const Profile& profile, const Places& places, const schema::Scope& scope);

}  // namespace tracegate::rules
