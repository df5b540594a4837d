// Where a model that has no decoder by the profile's places most likely keeps its layers. Serves explanations only, never a verdict.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/graph/module_graph.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

struct LikelyLayers {
  std::string path;  // of the module whose children they are
  std::size_t count = 0;
  std::string class_name;          // of each of them
  std::vector<std::string> parts;  // "self_attn LlamaAttention": the children of the first
  std::string required;            // what the profile requires of a decoder layer, and the condition: empty where no condition says
};

// The largest family of sibling modules of one class, by the modules below them. Nothing where no module has two such children.
std::optional<LikelyLayers> likely_layers(const ir::ModuleGraph& graph, const rules::Profile& profile);

}  // namespace tracegate::analyzer
