// The tensors of an adapter, its own or those of a named slot (`adapter` of a profile).
#pragma once

#include <cstdint>
#include <optional>

#include "ir/graph/module_graph.h"
#include "rules/places/places.h"

namespace tracegate::rules {

namespace schema {
class AdapterTensors;
}

struct AdapterState {
  enum class Kind : std::uint8_t {
    kTensors,       // a and b are the facts of the selected tensors
    kNoSuchSlot,    // the adapter does not know the slot: it is off here, and adds no rank
    kUndetermined,  // `why` says which fact is missing
  };

  Kind kind = Kind::kTensors;
  ir::Vertex holder = ir::kNoVertex;  // the object that has the tensors
  ir::Fact a;
  ir::Fact b;
  Outcome why;
};

// `slot`: null for the adapter's own tensors.
AdapterState adapter_state(const ir::ModuleGraph& graph, const Profile& profile, ir::Vertex adapter, const ir::Slot* slot);

Outcome judge_adapter(const ir::ModuleGraph& graph, const AdapterState& state, const schema::AdapterTensors& predicate);

// The rank, where both tensors are there, have two dimensions and agree; 0 where the slot is not known; empty otherwise.
std::optional<std::int64_t> adapter_rank(const ir::ModuleGraph& graph, const AdapterState& state);

}  // namespace tracegate::rules
