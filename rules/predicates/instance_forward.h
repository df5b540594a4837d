// The forward of one module alone: torch calls what stands in the instance dictionary before what the class has.
#pragma once

#include <string_view>

#include "ir/graph/module_graph.h"

namespace tracegate::rules {

// The method that torch.nn.Module calls; part of torch's protocol, as tables of hooks and children are.
inline constexpr std::string_view kForward = "forward";
inline constexpr std::string_view kInstanceForwardInWords = "`forward` of the instance dictionary";

inline ir::Fact instance_forward(const ir::ModuleGraph& graph, ir::Vertex vertex) { return graph.instance(vertex, kForward); }

// False where the class's own forward runs.
inline bool runs(const ir::Fact& instance_forward) {
  return instance_forward.state == ir::Fact::State::kPresent && instance_forward.value.kind != ir::ValueKind::kNone;
}

}  // namespace tracegate::rules
