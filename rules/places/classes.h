// Classes of objects by the names that a profile gives them.
#pragma once

#include <string_view>

#include "ir/graph/module_graph.h"
#include "rules/language/profile.h"

namespace tracegate::rules {

// True where `record` is the class `wanted` itself: by identity, an alias of its name included.
bool is_exactly(const ir::ModuleGraph& graph, const Profile& profile, const ir::ClassRecord& record, std::string_view wanted);
// The same for the class or one of its bases.
bool is_instance(const ir::ModuleGraph& graph, const Profile& profile, const ir::ClassRecord& record, std::string_view wanted);

}  // namespace tracegate::rules
