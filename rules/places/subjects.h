// The subjects of a condition: what its scope names in one model, or in one layer of it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rules/places/places.h"

namespace tracegate::rules {

namespace schema {
class Scope;
class Tree;
}  // namespace schema

inline constexpr int kConstructor = -1;  // no slot: the adapter's own tensors

struct Subject {
  Located at;
  std::size_t place = kNone;  // the place that this is, kNone for other modules and for what is no module
  std::size_t above = kNone;  // the place that the scope looks below
  int slot = kConstructor;    // index into the run's slots
};

// All subjects of `scope` in the context that `places` holds, without slots.
std::vector<Subject> subjects_of(const ir::ModuleGraph& graph, const Profile& profile, const Places& places, const schema::Scope& scope);

// True where `record` is the class `wanted` itself: by identity, an alias of its name included.
bool is_class(const ir::ModuleGraph& graph, const Profile& profile, const ir::ClassRecord& record, std::string_view wanted);
// The same for the class or one of its bases.
bool derives_from(const ir::ModuleGraph& graph, const Profile& profile, const ir::ClassRecord& record, std::string_view wanted);

}  // namespace tracegate::rules
