// Whether a model was made with the versions in which a profile's structure was seen (`traced_versions` of a profile).
//
// Not part of the verdict: a match outside them is a match, and the report says so.
#pragma once

#include <string>
#include <vector>

#include "ir/graph/module_graph.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

// One line a difference, sorted: "pack 2.0; traced with 1.0", "the forward of pkg.Class is not the traced one". What the model has but the file
// does not record is a difference too; packages without a class in the file, and classes that are not in it, are none. The part of a version
// after "+" names a build and is left out.
std::vector<std::string> version_differences(const ir::ModuleGraph& graph, const rules::Profile& profile);

}  // namespace tracegate::analyzer
