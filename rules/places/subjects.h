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

inline constexpr int kConstructor = -1;  // no slot: the adapter's own tensors

struct Subject {
  Located at;                                      // its own path is empty for what a walk met: see `path`
  std::size_t place = kNone;                       // the place that this is, kNone for other modules and for what is no module
  std::size_t above = kNone;                       // the place that the scope looks below
  int slot = kConstructor;                         // index into the run's slots
  std::shared_ptr<const PathTree> walk = nullptr;  // that met the subject; none for places and for what is no module
  std::size_t step = 0;                            // of that walk

  // The path by which it was reached.
  std::string path() const { return walk == nullptr ? at.path : walk->path(step); }
};

// All subjects of `scope` in the context that `places` holds, without slots.
std::vector<Subject> subjects_of(const ir::ModuleGraph& graph, const Profile& profile, const Places& places, const schema::Scope& scope);

// True where `record` is the class `wanted` itself: by identity, an alias of its name included.
bool is_class(const ir::ModuleGraph& graph, const Profile& profile, const ir::ClassRecord& record, std::string_view wanted);
// The same for the class or one of its bases.
bool derives_from(const ir::ModuleGraph& graph, const Profile& profile, const ir::ClassRecord& record, std::string_view wanted);

}  // namespace tracegate::rules
