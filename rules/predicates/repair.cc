#include "rules/predicates/repair.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "rules/language/rule.pb.h"
#include "rules/places/adapter.h"

namespace tracegate::rules {
namespace {

using ir::Edit;
using ir::ValueKind;

// The object under a name, as an attribute or as a child.
ir::Vertex step(const ir::ModuleGraph& graph, ir::Vertex vertex, std::string_view name) {
  const ir::Fact fact = graph.read(vertex, name);
  if (fact.state == ir::Fact::State::kPresent && fact.value.kind == ValueKind::kObject) return fact.value.record;
  for (const ir::Child& child : graph.children(vertex)) {
    if (graph.text(child.name) == name) return child.vertex;
  }
  return ir::kNoVertex;
}

// A number as a typed text: "int:2", "float:0.5".
std::string typed_number(const std::string& number) {
  return fmt::format("{}:{}", number.find_first_of(".ein") == std::string::npos ? "int" : "float", number);
}

class Finder {
 public:
  Finder(const Context& context, const Subject& subject, const LayerSite& site)
      : context_(context), graph_(context.graph), subject_(subject), site_(site) {}

  std::vector<Repair> find(const schema::Predicate& predicate) const {
    switch (predicate.kind_case()) {
      case schema::Predicate::kValue:
        return value(predicate.value());
      case schema::Predicate::kCallableIs:
        return on_object({Edit::Kind::kSetCallable, vertex(), predicate.callable_is().attribute(), predicate.callable_is().name(0)});
      case schema::Predicate::kExactClass:
        return exact_class(predicate.exact_class());
      case schema::Predicate::kPresent:
      case schema::Predicate::kIsModule:
      case schema::Predicate::kClassText:
      case schema::Predicate::kNotInstanceOf:
        return graft();
      case schema::Predicate::kForwardOrigin:
        return forward_origin(predicate.forward_origin());
      case schema::Predicate::kNoHooks:
        return each(Edit::Kind::kClearHooks, predicate.no_hooks().table());
      case schema::Predicate::kKeysAbsent:
        return each(Edit::Kind::kRemoveEntry, predicate.keys_absent().key());
      case schema::Predicate::kWrapper:
        return is_module() ? on_object({Edit::Kind::kRemoveEntry, vertex(), "forward", {}}) : graft();
      case schema::Predicate::kDelegate:
        return on_object({Edit::Kind::kRestoreDelegate, vertex(), predicate.delegate().key(), {}});
      case schema::Predicate::kNoShadowedCallables:
      case schema::Predicate::kNoCallables:
        return callables(predicate);
      case schema::Predicate::kAdapterTensors:
        return tensors(predicate.adapter_tensors());
      case schema::Predicate::kFirstParameter:
        return parameter(predicate.first_parameter());
      case schema::Predicate::kRelation:
        return relation(predicate.relation());
      case schema::Predicate::kRunEquals:
        return {{{Edit::Kind::kSetRun, ir::kNoVertex, predicate.run_equals().fact(), typed_number(predicate.run_equals().number())}}};
      case schema::Predicate::kChunkCount:
        if (predicate.chunk_count().count() == 1 && graph_.chunks().size() > 1) return {{{Edit::Kind::kFirstChunk, ir::kNoVertex, {}, {}}}};
        return {};
      case schema::Predicate::kGlobalIs:
        return globals(predicate.global_is());
      case schema::Predicate::kAll:
        return all(predicate.all());
      case schema::Predicate::kAny:
        return any(predicate.any());
      default:
        return {};  // an empty sequence, what is forbidden, a negation: no edit is known
    }
  }

 private:
  ir::Vertex vertex() const { return subject_.at.vertex(); }
  bool is_module() const { return vertex() != ir::kNoVertex && graph_.class_of(vertex()).is_module; }

  std::vector<Repair> on_object(Edit edit) const {
    if (vertex() == ir::kNoVertex) return graft();
    return {{std::move(edit)}};
  }

  template <typename Names>
  std::vector<Repair> each(Edit::Kind kind, const Names& names) const {
    if (vertex() == ir::kNoVertex) return graft();
    Repair repair;
    for (const std::string& name : names) {
      const ir::Fact fact = kind == Edit::Kind::kClearHooks ? graph_.hooks(vertex(), name) : graph_.instance(vertex(), name);
      const bool there = fact.state == ir::Fact::State::kPresent || fact.state == ir::Fact::State::kUnreadable;
      if (there) repair.push_back({kind, vertex(), name, {}});
    }
    return repair.empty() ? std::vector<Repair>() : std::vector<Repair>{std::move(repair)};
  }

  // The part of the matching layer that stands in the subject's place, put there.
  std::vector<Repair> graft() const {
    if (site_.donor == ir::kNoVertex || site_.layer == ir::kNoVertex) return {};
    const std::string path = subject_.path();
    if (path.size() <= site_.path.size() + 1 || !path.starts_with(site_.path)) return {};
    std::string_view rest = std::string_view(path).substr(site_.path.size() + 1);
    ir::Vertex holder = site_.layer, source = site_.donor;
    for (auto dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
      holder = step(graph_, holder, rest.substr(0, dot));
      source = step(graph_, source, rest.substr(0, dot));
      if (holder == ir::kNoVertex || source == ir::kNoVertex) return {};
      rest.remove_prefix(dot + 1);
    }
    const ir::Fact part = graph_.read(source, rest);
    if (part.state != ir::Fact::State::kPresent || part.value.kind != ValueKind::kObject) return {};
    return {{{Edit::Kind::kGraft, holder, std::string(rest), {}, source}}};
  }

  std::vector<Repair> value(const schema::Value& predicate) const {
    const std::string& attribute = predicate.attribute();
    if (predicate.absent()) return on_object({Edit::Kind::kRemove, vertex(), attribute, {}});
    if (!predicate.is().empty()) return on_object({Edit::Kind::kSetValue, vertex(), attribute, predicate.is(0)});
    if (!predicate.equals().empty()) return on_object({Edit::Kind::kSetValue, vertex(), attribute, typed_number(predicate.equals())});
    if (!predicate.falsy()) return {};  // a positive number: which one, nobody knows
    const ir::Fact fact = read_at(graph_, subject_.at, attribute);
    const bool flag = fact.value.kind == ValueKind::kBool;
    return on_object({Edit::Kind::kSetValue, vertex(), attribute, flag ? "bool:False" : "none:"});
  }

  // A subclass, or another class of the wanted name, becomes the class; something else is replaced by a part that matches.
  std::vector<Repair> exact_class(const schema::ExactClass& predicate) const {
    const ir::Vertex here = vertex();
    std::vector<Repair> grafts = graft();
    if (here == ir::kNoVertex) return grafts;
    const ir::ClassRecord& record = graph_.class_of(here);
    for (const std::string& name : predicate.name()) {
      const bool same_name = context_.profile.same_class(graph_.text(record.full_name), name);
      if (same_name || derives_from(graph_, context_.profile, record, name)) return {{{Edit::Kind::kSetClass, here, {}, name}}};
    }
    if (!grafts.empty()) return grafts;
    return {{{Edit::Kind::kSetClass, here, {}, predicate.name(0)}}};
  }

  // The nearest base whose forward was traced, else a part that matches.
  std::vector<Repair> forward_origin(const schema::ForwardOrigin& predicate) const {
    const ir::Vertex here = vertex();
    if (here == ir::kNoVertex) return {};
    for (const std::uint32_t base : graph_.class_of(here).bases) {
      const ir::ClassRecord& record = graph_.class_record(base);
      if (!record.own || !record.is_module || record.forward_in == ir::kNoString) continue;
      const std::string_view origin = graph_.text(record.forward_in);
      const bool traced = std::any_of(predicate.module_prefix().begin(), predicate.module_prefix().end(),
                                      [&](const std::string& prefix) { return origin.starts_with(prefix); });
      if (traced && graph_.text(record.name) != "Module")
        return {{{Edit::Kind::kSetClass, here, {}, std::string(graph_.text(record.full_name))}}};
    }
    return graft();
  }

  std::vector<Repair> callables(const schema::Predicate& predicate) const {
    if (vertex() == ir::kNoVertex) return {};
    Repair repair;
    for (const auto& [name, value] : refused_callables(graph_, vertex(), predicate)) {
      repair.push_back({Edit::Kind::kRemoveEntry, vertex(), std::string(graph_.text(name)), {}});
    }
    return repair.empty() ? std::vector<Repair>() : std::vector<Repair>{std::move(repair)};
  }

  // ---- tensors ----

  struct Matrix {
    std::string dtype;
    std::string rows, columns;  // as written
  };

  std::optional<Matrix> matrix(const ir::Fact& fact) const {
    if (fact.state != ir::Fact::State::kPresent || fact.value.kind != ValueKind::kTensor) return std::nullopt;
    const auto type = ir::tensor_type(ir::payload(graph_.text(fact.value)));
    if (!type || type->rank != 2) return std::nullopt;
    const auto comma = type->dimensions.find(',');
    return Matrix{std::string(type->dtype), std::string(type->dimensions.substr(0, comma)),
                  std::string(type->dimensions.substr(comma + 1))};
  }

  static std::string tensor(const Matrix& matrix) { return fmt::format("tensor:{}[{},{}]", matrix.dtype, matrix.rows, matrix.columns); }

  std::vector<Repair> tensors(const schema::AdapterTensors& predicate) const {
    if (vertex() == ir::kNoVertex) return {};
    const ir::Slot* slot = subject_.slot == kConstructor ? nullptr : &context_.run.slots[static_cast<std::size_t>(subject_.slot)];
    const AdapterState state = adapter_state(graph_, context_.profile, vertex(), slot);
    const schema::Adapter& names = context_.profile.message().adapter();
    if (state.holder == ir::kNoVertex) return {};
    auto a = matrix(state.a), b = matrix(state.b);
    if (!a || !b) return donated_tensors(state.holder, slot);
    const auto set = [&](const std::string& name, const Matrix& to) { return Edit{Edit::Kind::kSetValue, state.holder, name, tensor(to)}; };
    if (predicate.check() != schema::AdapterTensors::RANK) {
      return {{set(names.b(), {b->dtype, a->columns, b->columns})}, {set(names.a(), {a->dtype, a->rows, b->rows})}};
    }
    std::int64_t rank = 0;
    std::from_chars(a->columns.data(), a->columns.data() + a->columns.size(), rank);
    a->columns = b->rows = fmt::format("{}", rank > predicate.maximum() ? predicate.maximum() : predicate.minimum());
    return {{set(names.a(), *a), set(names.b(), *b)}};
  }

  // The tensors of the same adapter in the matching layer.
  std::vector<Repair> donated_tensors(ir::Vertex holder, const ir::Slot* slot) const {
    const std::string path = subject_.path();
    if (slot != nullptr || site_.donor == ir::kNoVertex || path.size() <= site_.path.size() + 1) return {};
    ir::Vertex source = site_.donor;
    std::string_view rest = std::string_view(path).substr(site_.path.size() + 1);
    while (!rest.empty() && source != ir::kNoVertex) {
      const auto dot = rest.find('.');
      source = step(graph_, source, rest.substr(0, dot));
      rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
    }
    if (source == ir::kNoVertex) return {};
    const schema::Adapter& names = context_.profile.message().adapter();
    Repair repair;
    for (const std::string& name : {names.a(), names.b()}) {
      const ir::Fact given = graph_.read(source, name), own = graph_.read(holder, name);
      if (!matrix(given)) return {};
      if (own.state == ir::Fact::State::kPresent && own.value == given.value) continue;
      repair.push_back({Edit::Kind::kSetValue, holder, name, std::string(graph_.text(given.value))});
    }
    return repair.empty() ? std::vector<Repair>() : std::vector<Repair>{std::move(repair)};
  }

  std::vector<Repair> parameter(const schema::FirstParameter& predicate) const {
    if (vertex() == ir::kNoVertex) return {};
    const auto [holder, parameter] = first_parameter(graph_, vertex());
    if (parameter == nullptr || parameter->value.kind != ValueKind::kTensor) return {};
    const auto type = ir::tensor_type(ir::payload(graph_.text(parameter->value)));
    if (!type) return {};
    return {{{Edit::Kind::kSetValue, holder, std::string(graph_.text(parameter->name)),
              fmt::format("tensor:{}[{}]", predicate.dtype(), type->dimensions)}}};
  }

  std::vector<Repair> globals(const schema::GlobalIs& predicate) const {
    Repair repair;
    for (const std::string& name : predicate.name()) {
      const auto found = graph_.globals().find(graph_.find(name));
      if (found == graph_.globals().end()) continue;
      const std::string_view text = graph_.text(found->second);
      const bool fine =
          text.starts_with("absent:") || std::find(predicate.is().begin(), predicate.is().end(), text) != predicate.is().end();
      if (!fine) repair.push_back({Edit::Kind::kSetGlobal, ir::kNoVertex, name, predicate.is(0)});
    }
    return repair.empty() ? std::vector<Repair>() : std::vector<Repair>{std::move(repair)};
  }

  // ---- relations ----

  struct Side {
    Edit to_set;         // its value is put in
    bool fixed = false;  // a length, or nothing that could be set
    std::int64_t times = 1;
    std::optional<std::int64_t> number;  // the attribute's own, without the factor
  };

  std::optional<Side> side_of(const schema::Operand& operand) const {
    Side side;
    side.times = operand.times() == 0 ? 1 : operand.times();
    const auto integer = [](std::string_view text) -> std::optional<std::int64_t> {
      const auto number = ir::number_of(text);
      if (!number || !number->is_integer || number->big) return std::nullopt;
      return number->integer;
    };
    if (!operand.run().empty()) {
      side.to_set = {Edit::Kind::kSetRun, ir::kNoVertex, operand.run(), {}};
      const auto given = context_.run.facts.find(operand.run());
      if (given != context_.run.facts.end()) side.number = integer(given->second);
      return side;
    }
    const Located& at = operand.place().empty() ? subject_.at : context_.places.at(context_.profile.place_index(operand.place()));
    if (at.vertex() == ir::kNoVertex) return std::nullopt;
    if (!operand.length_of().empty()) {
      side.fixed = true;
      const ir::Fact fact = graph_.read(at.vertex(), operand.length_of());
      if (fact.state == ir::Fact::State::kPresent) side.number = graph_.length(fact.value);
      return side;
    }
    const ir::Fact fact = graph_.read(at.vertex(), operand.attribute());
    if (fact.state == ir::Fact::State::kPresent) side.number = integer(graph_.text(fact.value));
    side.to_set = {Edit::Kind::kSetValue, at.vertex(), operand.attribute(), {}};
    return side;
  }

  // Each side in turn is right, and the others follow it.
  std::vector<Repair> relation(const schema::Relation& predicate) const {
    std::vector<Side> sides;
    for (const schema::Operand& operand : predicate.operand()) {
      auto side = side_of(operand);
      if (!side) return graft();
      sides.push_back(std::move(*side));
    }
    std::vector<Repair> out;
    for (const Side& right : sides) {
      std::int64_t target = 0;
      if (!right.number || __builtin_mul_overflow(*right.number, right.times, &target) || (predicate.positive() && target <= 0)) continue;
      Repair repair;
      bool possible = true;
      for (const Side& side : sides) {
        std::int64_t now = 0;
        if (side.number && !__builtin_mul_overflow(*side.number, side.times, &now) && now == target) continue;
        possible = possible && !side.fixed && target % side.times == 0;
        repair.push_back(side.to_set);
        repair.back().value = fmt::format("int:{}", target / side.times);
      }
      if (possible && !repair.empty() && std::find(out.begin(), out.end(), repair) == out.end()) out.push_back(std::move(repair));
    }
    std::stable_sort(out.begin(), out.end(), [](const Repair& x, const Repair& y) { return x.size() < y.size(); });
    return out;
  }

  // ---- combinations ----

  std::vector<Repair> all(const schema::All& predicate) const {
    Repair together;
    for (const schema::Predicate& part : predicate.predicate()) {
      if (judge(context_, subject_, part).verdict == Verdict::kMatched) continue;
      const std::vector<Repair> ways = find(part);
      if (ways.empty()) return {};
      together.insert(together.end(), ways.front().begin(), ways.front().end());
    }
    return {std::move(together)};
  }

  std::vector<Repair> any(const schema::Any& predicate) const {
    std::vector<Repair> ways;
    for (const schema::Predicate& part : predicate.predicate()) {
      for (Repair& way : find(part)) ways.push_back(std::move(way));
    }
    return ways;
  }

  const Context& context_;
  const ir::ModuleGraph& graph_;
  const Subject& subject_;
  const LayerSite& site_;
};

}  // namespace

std::vector<Repair> repairs(const Context& context, const Subject& subject, const schema::Predicate& predicate, const LayerSite& site) {
  return Finder(context, subject, site).find(predicate);
}

}  // namespace tracegate::rules
