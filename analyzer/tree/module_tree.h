// The modules of a model as a tree to look at: equal siblings folded, decoder layers by their class, findings as marks at their modules.
//
// Plain data, from which every writer makes its picture. Nothing here is recursive, and `most_nodes` bounds what is shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/gate/gate.h"
#include "ir/graph/module_graph.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

// A deciding condition that is missed or undetermined in a module.
struct TreeMark {
  rules::Verdict verdict = rules::Verdict::kMissed;
  std::string condition;
  std::string below;  // the rest of the subject's path, where the subject is no module of the tree: "config.fp8"
  std::string slot;   // "kind:name"

  friend bool operator==(const TreeMark&, const TreeMark&) = default;
};

inline constexpr std::size_t kNoNode = static_cast<std::size_t>(-1);

struct TreeNode {
  std::size_t parent = kNoNode;
  std::size_t depth = 0;
  std::uint64_t id = 0;   // of the path of the first module that the node stands for: the same in every model that has the path
  std::string name;       // "mlp"; of equal siblings "0-15" or "gate_lora, up_lora"; of the root its path
  std::string type;       // class, without its Python module where no other class of the model has the name
  std::size_t times = 1;  // the equal siblings that the node stands for
  std::optional<std::size_t> layer_class;  // index of `ModuleTree::classes`: decoder layers of one class
  std::vector<std::size_t> layers;         // their list indices
  std::string same_as;                     // the path at which the module is shown, where it is reached again
  std::vector<TreeMark> marks;
  std::size_t left_out = 0;  // modules below that were cut off
};

// Findings about what is no module: the "run", the "process", the "model" as a whole.
struct TreeAround {
  std::string what;
  std::vector<TreeMark> marks;
};

struct ModuleTree {
  std::vector<TreeNode> nodes;  // in preorder
  std::vector<ClassReport> classes;
  std::vector<TreeAround> around;
  std::size_t modules = 0;
  std::size_t left_out = 0;
  std::size_t more_chunks = 0;  // beside the one that is shown
};

struct TreeRequest {
  std::string layer;  // list index or path of what is shown alone; empty: the first chunk
  std::size_t most_nodes = kNoNode;
};

// `report` is the gate's, of this model by this profile. Throws UsageError where the layer is not in the model: the message says
// what is.
ModuleTree build_module_tree(const ir::ModuleGraph& graph, const rules::Profile& profile, const GateReport& report,
                             const TreeRequest& request);

}  // namespace tracegate::analyzer
