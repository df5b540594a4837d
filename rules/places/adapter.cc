#include "rules/places/adapter.h"

#include <tuple>

#include <fmt/format.h>

#include "ir/graph/string_value.h"
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

// matched: Python finds them equal; undetermined: the value's own code decides, or the file does not hold it whole.
Verdict equals(const ir::ModuleGraph& graph, const ir::Value& value, std::string_view text) {
  if (const auto string = ir::string_of(value.kind, graph.text(value))) return *string == text ? Verdict::kMatched : Verdict::kMissed;
  const bool own_code = value.kind == ir::ValueKind::kCallable && graph.text(graph.callable(value.record).kind) == "object";
  const bool unknown = value.kind == ir::ValueKind::kOpaque || value.kind == ir::ValueKind::kUnreadable ||
                       value.kind == ir::ValueKind::kCutString || own_code;
  return unknown ? Verdict::kUndetermined : Verdict::kMissed;
}

// How the table answers for a slot: `found` says whether it knows it, `key` is what it holds, `why` what cannot be told.
struct Entry {
  Verdict found = Verdict::kMissed;
  ir::Value key;
  std::string why;
};

// A row that may be the slot's could be found before the one that is.
Entry entry_of(const ir::ModuleGraph& graph, const schema::Adapter& names, const ir::TableRecord& table, const ir::Slot& slot) {
  const std::size_t width = table.fields.size() + 1;
  Entry entry;
  for (std::size_t row = 0; row + width <= table.rows.size(); row += width) {
    Verdict kind = Verdict::kMissed, name = Verdict::kMissed;
    std::string why;
    for (std::size_t i = 0; i + 1 < width; ++i) {
      const std::string_view field = graph.text(table.fields[i]);
      const ir::Value& value = table.rows[row + i];
      for (const auto& [wanted, text, verdict] : {std::tuple{std::string_view(names.slot_kind()), std::string_view(slot.kind), &kind},
                                                  std::tuple{std::string_view(names.slot_name()), std::string_view(slot.name), &name}}) {
        if (field != wanted) continue;
        *verdict = equals(graph, value, text);
        if (*verdict == Verdict::kUndetermined) why = fmt::format("`{}` of a key is {}", field, describe(graph, value));
      }
    }
    const Verdict found = kleene_and(kind, name);
    if (found == Verdict::kMissed) continue;
    entry = {found, table.rows[row + width - 1], std::move(why)};
    if (found == Verdict::kUndetermined) break;
  }
  return entry;
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
    if (table.state == ir::Fact::State::kAbsent) {
      return undetermined(Outcome::undetermined(Reason::kUnreadable, fmt::format("`{}` is absent: no slot can be looked up", names.slot_table())));
    }
    if (table.value.kind != ir::ValueKind::kTable) {
      return undetermined(Outcome::undetermined(Reason::kUnreadable,
                                                fmt::format("`{}` is {}, no mapping", names.slot_table(), describe(graph, table.value))));
    }
    const Entry entry = entry_of(graph, names, graph.table(table.value.record), *slot);
    if (entry.found == Verdict::kUndetermined) {
      return undetermined(Outcome::undetermined(Reason::kUnreadable, fmt::format("`{}`: {}", names.slot_table(), entry.why)));
    }
    if (entry.found == Verdict::kMissed || entry.key.kind == ir::ValueKind::kNone) return no_such_slot();
    const auto key = ir::string_of(entry.key.kind, graph.text(entry.key));
    const ir::Vertex modules = child(graph, adapter, names.slot_modules());
    holder = modules == ir::kNoVertex || !key ? ir::kNoVertex : child(graph, modules, *key);
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
