// `adapter_tensors`: the tensors of the selected slot of an adapter.
#include <charconv>

#include <fmt/format.h>

#include "rules/places/adapter.h"
#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules::predicates {
namespace adapter_tensors {

const ir::Slot* slot_of(const Context& context, const Subject& subject) {
  return subject.slot == kUnnamedSlot ? nullptr : &context.run.slots[static_cast<std::size_t>(subject.slot)];
}

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  const ir::Vertex vertex = subject.at.vertex();
  if (vertex == ir::kNoVertex) return Outcome::missed_absent();
  return judge_adapter(context.graph, adapter_state(context.graph, context.profile, vertex, slot_of(context, subject)),
                       predicate.adapter_tensors());
}

void reads(const Profile& profile, const schema::Predicate&, FactNeeds& needs) { adapter_reads(profile, needs); }

std::string required(const schema::Predicate& predicate) {
  const schema::AdapterTensors& tensors = predicate.adapter_tensors();
  switch (tensors.check()) {
    case schema::AdapterTensors::PRESENT:
      return "both tensors of the adapter";
    case schema::AdapterTensors::TWO_DIMENSIONAL:
      return "two tensors of two dimensions";
    case schema::AdapterTensors::SHAPES_AGREE:
      return "the second dimension of A = the first of B";
    case schema::AdapterTensors::DTYPE:
      return fmt::format("two tensors of dtype {}", tensors.dtype());
    default:
      return fmt::format("rank {} to {}", tensors.minimum(), tensors.maximum());
  }
}

struct Matrix {
  std::string dtype;
  std::string rows, columns;  // as written
};

std::optional<Matrix> matrix(const ir::ModuleGraph& graph, const ir::Fact& fact) {
  if (fact.state != ir::Fact::State::kPresent || fact.value.kind != ir::ValueKind::kTensor) return std::nullopt;
  const auto type = ir::tensor_type(ir::payload(graph.text(fact.value)));
  if (!type || type->rank != 2) return std::nullopt;
  const auto comma = type->dimensions.find(',');
  return Matrix{std::string(type->dtype), std::string(type->dimensions.substr(0, comma)), std::string(type->dimensions.substr(comma + 1))};
}

std::string tensor(const Matrix& matrix) { return fmt::format("tensor:{}[{},{}]", matrix.dtype, matrix.rows, matrix.columns); }

// The tensors of the same adapter in the matching layer.
std::vector<Repair> donated_tensors(const RepairSite& site, ir::Vertex holder, const ir::Slot* slot) {
  const std::string path = site.subject.path();
  if (slot != nullptr || site.layer.donor == ir::kNoVertex || path.size() <= site.layer.path.size() + 1) return {};
  ir::Vertex source = site.layer.donor;
  std::string_view rest = std::string_view(path).substr(site.layer.path.size() + 1);
  while (!rest.empty() && source != ir::kNoVertex) {
    const auto dot = rest.find('.');
    source = step(site.graph(), source, rest.substr(0, dot));
    rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
  }
  if (source == ir::kNoVertex) return {};
  const schema::Adapter& names = site.context.profile.message().adapter();
  Repair repair;
  for (const std::string& name : {names.a(), names.b()}) {
    const ir::Fact given = site.graph().read(source, name), own = site.graph().read(holder, name);
    if (!matrix(site.graph(), given)) return {};
    if (own.state == ir::Fact::State::kPresent && own.value == given.value) continue;
    repair.push_back({ir::Edit::Kind::kSetValue, holder, name, std::string(site.graph().text(given.value))});
  }
  return repair.empty() ? std::vector<Repair>() : std::vector<Repair>{std::move(repair)};
}

std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate& any) {
  const schema::AdapterTensors& predicate = any.adapter_tensors();
  if (site.vertex() == ir::kNoVertex) return {};
  const ir::Slot* slot = slot_of(site.context, site.subject);
  const AdapterState state = adapter_state(site.graph(), site.context.profile, site.vertex(), slot);
  const schema::Adapter& names = site.context.profile.message().adapter();
  if (state.holder == ir::kNoVertex) return {};
  auto a = matrix(site.graph(), state.a), b = matrix(site.graph(), state.b);
  if (!a || !b) return donated_tensors(site, state.holder, slot);
  const auto set = [&](const std::string& name, const Matrix& to) {
    return ir::Edit{ir::Edit::Kind::kSetValue, state.holder, name, tensor(to)};
  };
  if (predicate.check() != schema::AdapterTensors::RANK) {
    return {{set(names.b(), {b->dtype, a->columns, b->columns})}, {set(names.a(), {a->dtype, a->rows, b->rows})}};
  }
  std::int64_t rank = 0;
  std::from_chars(a->columns.data(), a->columns.data() + a->columns.size(), rank);
  a->columns = b->rows = fmt::format("{}", rank > predicate.maximum() ? predicate.maximum() : predicate.minimum());
  return {{set(names.a(), *a), set(names.b(), *b)}};
}

std::vector<std::string> notes(const Profile&, const schema::Predicate&) {
  return {"does not apply to a named slot that the adapter does not know"};
}

}  // namespace adapter_tensors

const PredicateKind kAdapterTensors{schema::Predicate::kAdapterTensorsFieldNumber,
                                    adapter_tensors::judge,
                                    adapter_tensors::reads,
                                    adapter_tensors::required,
                                    adapter_tensors::repairs,
                                    adapter_tensors::notes};

}  // namespace tracegate::rules::predicates
