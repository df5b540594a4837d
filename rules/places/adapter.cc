#include "rules/places/adapter.h"

#include <fmt/format.h>

#include "rules/language/rule.pb.h"
#include "rules/places/describe.h"

namespace tracegate::rules {
namespace {

AdapterState undetermined(Outcome why) {
  AdapterState state;
  state.kind = AdapterState::Kind::kUndetermined;
  state.why = std::move(why);
  return state;
}

AdapterState no_such_slot() {
  AdapterState state;
  state.kind = AdapterState::Kind::kNoSuchSlot;
  return state;
}

// The child of `vertex` named `name`, or kNoVertex.
ir::Vertex child(const ir::ModuleGraph& graph, ir::Vertex vertex, std::string_view name) {
  for (const ir::Child& candidate : graph.children(vertex)) {
    if (graph.text(candidate.name) == name) return candidate.vertex;
  }
  return ir::kNoVertex;
}

bool is_text(const ir::ModuleGraph& graph, const ir::Value& value, std::string_view text) {
  return value.kind == ir::ValueKind::kString && ir::payload(graph.text(value)) == text;
}

// The key under which the table holds the slot; empty where it does not.
std::string key_of(const ir::ModuleGraph& graph, const schema::Adapter& names, const ir::TableRecord& table, const ir::Slot& slot) {
  const std::size_t width = table.fields.size() + 1;
  for (std::size_t row = 0; row + width <= table.rows.size(); row += width) {
    bool kind = false, name = false;
    for (std::size_t i = 0; i + 1 < width; ++i) {
      const std::string_view field = graph.text(table.fields[i]);
      kind = kind || (field == names.slot_kind() && is_text(graph, table.rows[row + i], slot.kind));
      name = name || (field == names.slot_name() && is_text(graph, table.rows[row + i], slot.name));
    }
    if (kind && name) return std::string(ir::payload(graph.text(table.rows[row + width - 1])));
  }
  return {};
}

std::optional<ir::TensorType> tensor(const ir::ModuleGraph& graph, const ir::Fact& fact) {
  if (fact.state != ir::Fact::State::kPresent || fact.value.kind != ir::ValueKind::kTensor) return std::nullopt;
  return ir::tensor_type(ir::payload(graph.text(fact.value)));
}

std::string shape(const ir::ModuleGraph& graph, const ir::Fact& fact) {
  if (fact.state == ir::Fact::State::kAbsent) return "absent";
  const auto type = tensor(graph, fact);
  return type ? fmt::format("[{}]", type->dimensions) : describe(graph, fact.value);
}

std::string shapes(const ir::ModuleGraph& graph, const AdapterState& state) {
  return fmt::format("A {}, B {}", shape(graph, state.a), shape(graph, state.b));
}

bool there(const ir::Fact& fact) { return fact.state == ir::Fact::State::kPresent && fact.value.kind != ir::ValueKind::kNone; }

}  // namespace

AdapterState adapter_state(const ir::ModuleGraph& graph, const Profile& profile, ir::Vertex adapter, const ir::Slot* slot) {
  const schema::Adapter& names = profile.message().adapter();
  ir::Vertex holder = adapter;
  if (slot != nullptr) {
    const ir::Fact table = graph.read(adapter, names.slot_table());
    if (auto why = unavailable(graph, table, fmt::format("`{}`", names.slot_table()))) return undetermined(std::move(*why));
    if (table.state == ir::Fact::State::kAbsent || table.value.kind == ir::ValueKind::kNone) return no_such_slot();
    if (table.value.kind != ir::ValueKind::kTable) {
      return undetermined(Outcome::undetermined(Reason::kUnreadable,
                                                fmt::format("`{}` is {}, no mapping", names.slot_table(), describe(graph, table.value))));
    }
    const std::string key = key_of(graph, names, graph.table(table.value.record), *slot);
    if (key.empty()) return no_such_slot();
    const ir::Vertex modules = child(graph, adapter, names.slot_modules());
    holder = modules == ir::kNoVertex ? ir::kNoVertex : child(graph, modules, key);
    if (holder == ir::kNoVertex) return {};  // both tensors absent
  }
  AdapterState state;
  state.holder = holder;
  state.a = graph.read(holder, names.a());
  state.b = graph.read(holder, names.b());
  for (const auto& [fact, attribute] : {std::pair{state.a, names.a()}, std::pair{state.b, names.b()}}) {
    if (auto why = unavailable(graph, fact, fmt::format("`{}`", attribute))) return undetermined(std::move(*why));
  }
  return state;
}

Outcome judge_adapter(const ir::ModuleGraph& graph, const AdapterState& state, const schema::AdapterTensors& predicate) {
  if (state.kind == AdapterState::Kind::kUndetermined) return state.why;
  if (state.kind == AdapterState::Kind::kNoSuchSlot) return Outcome::not_applicable();
  if (predicate.check() == schema::AdapterTensors::PRESENT) {
    if (there(state.a) && there(state.b)) return Outcome::matched();
    Outcome outcome = Outcome::missed(Reason::kAbsent, shapes(graph, state));
    outcome.absent = state.a.state == ir::Fact::State::kAbsent || state.b.state == ir::Fact::State::kAbsent;
    return outcome;
  }
  const auto a = tensor(graph, state.a);
  const auto b = tensor(graph, state.b);
  if (predicate.check() == schema::AdapterTensors::DTYPE) {
    if (!a || !b) return Outcome::not_applicable();
    if (a->dtype == predicate.dtype() && b->dtype == predicate.dtype()) return Outcome::matched();
    return Outcome::missed(Reason::kValueMismatch,
                           a->dtype == b->dtype ? std::string(a->dtype) : fmt::format("A {}, B {}", a->dtype, b->dtype));
  }
  const bool two_dimensional = a && b && a->rank == 2 && b->rank == 2;
  if (!two_dimensional) return Outcome::missed(Reason::kValueMismatch, shapes(graph, state));
  if (predicate.check() == schema::AdapterTensors::TWO_DIMENSIONAL) return Outcome::matched();
  const auto rank = a->dimension(1);
  const auto inner = b->dimension(0);
  if (!rank || !inner) return Outcome::undetermined(Reason::kNotExported, shapes(graph, state) + ": a dimension is not known");
  if (*rank != *inner) return Outcome::missed(Reason::kValueMismatch, shapes(graph, state));
  if (predicate.check() == schema::AdapterTensors::SHAPES_AGREE) return Outcome::matched();
  if (predicate.check() != schema::AdapterTensors::RANK) {
    return Outcome::undetermined(Reason::kUnreadable, "a check of tensors that this version does not know");
  }
  if (*rank >= predicate.minimum() && *rank <= predicate.maximum()) return Outcome::matched();
  return Outcome::missed(Reason::kOutOfRange, fmt::format("rank {}", *rank));
}

std::optional<std::int64_t> adapter_rank(const ir::ModuleGraph& graph, const AdapterState& state) {
  if (state.kind == AdapterState::Kind::kNoSuchSlot) return 0;
  if (state.kind == AdapterState::Kind::kUndetermined) return std::nullopt;
  const auto a = tensor(graph, state.a);
  const auto b = tensor(graph, state.b);
  if (!a || !b || a->rank != 2 || b->rank != 2) return std::nullopt;
  const auto rank = a->dimension(1);
  return rank && rank == b->dimension(0) ? rank : std::nullopt;
}

}  // namespace tracegate::rules
