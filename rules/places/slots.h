// The named slots that a model's adapters know.
#pragma once

#include <string>
#include <vector>

#include "ir/graph/module_graph.h"
#include "rules/language/profile.h"

namespace tracegate::rules {

// Each distinct slot once, by kind and name. Slots without a name are the base model, and left out.
std::vector<ir::Slot> known_slots(const ir::ModuleGraph& graph, const Profile& profile);

// The kinds of slots there are; the first is meant where none is said.
std::vector<std::string> slot_kinds(const Profile& profile);

}  // namespace tracegate::rules
