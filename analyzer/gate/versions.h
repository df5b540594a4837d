// Whether a model was made with the versions in which a profile's structure was seen (`traced_versions` of a profile).
//
// Not part of the verdict: a match outside them is a match, and the report says so.
#pragma once

#include <string>
#include <vector>

#include "ir/graph/module_graph.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

// One line a difference, sorted: "megatron-core 0.19.2; traced with 0.17.0", "the forward of pkg.Class is not the traced one". Packages and
// classes that the file does not hold are not differences; the part of a version after "+" names a build and is left out.
std::vector<std::string> version_differences(const ir::ModuleGraph& graph, const rules::Profile& profile);

}  // namespace tracegate::analyzer
