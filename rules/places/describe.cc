#include "rules/places/describe.h"

#include <fmt/format.h>

#include "ir/text/escape.h"
#include "rules/language/rule.pb.h"

namespace tracegate::rules {
namespace {

template <typename List>
std::vector<std::string> quoted(const List& list) {
  std::vector<std::string> out;
  for (const auto& item : list) out.push_back(fmt::format("`{}`", item));
  return out;
}

template <typename List>
std::vector<std::string> plain(const List& list) {
  return {list.begin(), list.end()};
}

std::string one_of(const std::vector<std::string>& items, std::string_view single, std::string_view several) {
  return fmt::format("{}{}", items.size() == 1 ? single : several, enumerate(items, "or"));
}

std::string describe_value(const schema::Value& value) {
  const std::string attribute = fmt::format("`{}`", value.attribute());
  std::string text;
  if (value.absent()) return attribute + " is absent";
  if (value.positive_int()) return attribute + " is an int above 0";
  if (value.falsy()) return attribute + " is None, False, zero, empty or absent";
  if (!value.equals().empty()) {
    text = fmt::format("{} equals {}", attribute, value.equals());
  } else {
    std::vector<std::string> values;
    for (const std::string& is : value.is()) values.push_back(describe_text(is));
    text = fmt::format("{} is {}", attribute, enumerate(values, "or"));
  }
  return value.absent_matches() ? text + ", or absent" : text;
}

std::string describe_operand(const schema::Operand& operand) {
  std::string text;
  if (!operand.run().empty()) {
    text = fmt::format("the run's {}", operand.run());
  } else if (!operand.length_of().empty()) {
    text = fmt::format("the length of `{}`", operand.length_of());
  } else {
    text = fmt::format("`{}`", operand.attribute());
  }
  return operand.times() > 1 ? fmt::format("{} x {}", operand.times(), text) : text;
}

std::string describe_relation(const schema::Relation& relation) {
  std::vector<std::string> operands;
  for (const schema::Operand& operand : relation.operand()) operands.push_back(describe_operand(operand));
  std::string text = fmt::format("{}", fmt::join(operands, " = "));
  if (relation.positive()) text += ", above 0";
  return text;
}

std::string describe_tensors(const schema::AdapterTensors& tensors) {
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

template <typename List>
std::string describe_all(const List& predicates, std::string_view last) {
  std::vector<std::string> parts;
  for (const schema::Predicate& part : predicates) parts.push_back(describe(part));
  return enumerate(parts, last);
}

}  // namespace

std::string enumerate(const std::vector<std::string>& items, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? fmt::format(" {} ", last) : ", ";
    text += items[i];
  }
  return text;
}

std::string describe_text(std::string_view text) {
  const auto colon = text.find(':');
  const std::string_view tag = text.substr(0, colon);
  const std::string rest = ir::shorten(ir::payload(text));
  if (tag == "none") return "None";
  if (tag == "str") return fmt::format("str \"{}\"", rest);
  if (tag == "cut") return fmt::format("a str of {} characters", rest.substr(0, rest.find(':')));
  if (tag == "num" || tag == "substr") {
    const auto equals = rest.rfind('=');
    return fmt::format("{} of class {}", rest.substr(equals + 1), rest.substr(0, equals));
  }
  if (tag == "other" || tag == "opaque") return fmt::format("an object of class {}", rest);
  if (tag == "unreadable") return fmt::format("unreadable: reading it raised {}", rest);
  return fmt::format("{} {}", tag, rest);
}

std::string describe(const ir::ModuleGraph& graph, const ir::Value& value) {
  switch (value.kind) {
    case ir::ValueKind::kCallable: {
      const ir::CallableRecord& callable = graph.callable(value.record);
      const std::string_view name = graph.text(callable.full_name);
      const std::string_view kind = graph.text(callable.kind);
      const bool named_itself = kind == "function" || kind == "method" || kind == "builtin" || kind == "class";
      std::string text = named_itself ? fmt::format("{} {}", kind, name) : fmt::format("{} of class {}", kind, name);
      if (named_itself && !callable.own) text += ", which is not what that name refers to";
      if (callable.bound == ir::Bound::kOther) text += ", bound to another object";
      return text;
    }
    case ir::ValueKind::kObject: {
      const ir::ClassRecord& record = graph.class_of(value.record);
      return fmt::format("{} of class {}", record.is_module ? "a module" : "an object", graph.text(record.full_name));
    }
    case ir::ValueKind::kSequence: {
      const ir::SequenceRecord& sequence = graph.sequence(value.record);
      if (!sequence.length) return fmt::format("a {} of unknown length", graph.text(sequence.kind));
      return fmt::format("a {} of {}", graph.text(sequence.kind), *sequence.length);
    }
    case ir::ValueKind::kTable:
      return "a mapping";
    default:
      return describe_text(graph.text(value));
  }
}

std::string describe(const schema::Predicate& predicate) {
  switch (predicate.kind_case()) {
    case schema::Predicate::kValue:
      return describe_value(predicate.value());
    case schema::Predicate::kPresent:
      return predicate.present().not_none() ? "present and not None" : "present";
    case schema::Predicate::kExactClass:
      return one_of(plain(predicate.exact_class().name()), "exactly ", "exactly one of ");
    case schema::Predicate::kNotInstanceOf:
      return one_of(plain(predicate.not_instance_of().name()), "not derived from ", "not derived from any of ");
    case schema::Predicate::kClassText: {
      const schema::ClassText& text = predicate.class_text();
      std::string out = fmt::format("a class named *{}* from {}", text.name_contains(), enumerate(plain(text.module_prefix()), "or"));
      if (text.or_exactly_size() > 0) out += fmt::format(", or exactly {}", enumerate(plain(text.or_exactly()), "or"));
      return out;
    }
    case schema::Predicate::kIsModule:
      return "a module";
    case schema::Predicate::kCallableIs: {
      const schema::CallableIs& callable = predicate.callable_is();
      std::string out = fmt::format("`{}` is {}", callable.attribute(), enumerate(plain(callable.name()), "or"));
      return callable.absent_matches() ? out + ", or absent" : out;
    }
    case schema::Predicate::kNoHooks:
      return fmt::format("nothing in {}", enumerate(quoted(predicate.no_hooks().table())));
    case schema::Predicate::kKeysAbsent: {
      const schema::KeysAbsent& keys = predicate.keys_absent();
      return fmt::format("no {} of its own{}", enumerate(quoted(keys.key()), "and no"), keys.none_is_absent() ? " but None" : "");
    }
    case schema::Predicate::kWrapper:
      return fmt::format("no `forward` of its own, or {} bound to this module", enumerate(plain(predicate.wrapper().function()), "or"));
    case schema::Predicate::kDelegate:
      return fmt::format("`{}` is the class's own forward, bound to this module", predicate.delegate().key());
    case schema::Predicate::kNoShadowedCallables: {
      const auto& except = predicate.no_shadowed_callables().except();
      return except.empty() ? "no callable of its own that hides one of its class"
                            : fmt::format("no callable of its own that hides one of its class, but {}", enumerate(quoted(except)));
    }
    case schema::Predicate::kNoCallables: {
      const auto& except = predicate.no_callables().except();
      const auto& only = predicate.no_callables().only();
      std::string out = only.empty() ? "no callable of its own" : fmt::format("no callable {} of its own", enumerate(quoted(only), "or"));
      return except.empty() ? out : fmt::format("{}, but {}", out, enumerate(quoted(except)));
    }
    case schema::Predicate::kForwardOrigin:
      return one_of(plain(predicate.forward_origin().module_prefix()), "a forward defined in ", "a forward defined in ");
    case schema::Predicate::kAdapterTensors:
      return describe_tensors(predicate.adapter_tensors());
    case schema::Predicate::kFirstParameter:
      return fmt::format("a first parameter of dtype {}", predicate.first_parameter().dtype());
    case schema::Predicate::kRelation:
      return describe_relation(predicate.relation());
    case schema::Predicate::kRunEquals:
      return fmt::format("{} = {}", predicate.run_equals().fact(), predicate.run_equals().number());
    case schema::Predicate::kChunkCount:
      return fmt::format("{} model chunk{}", predicate.chunk_count().count(), predicate.chunk_count().count() == 1 ? "" : "s");
    case schema::Predicate::kNonEmptySequence:
      return "a sequence of at least one module";
    case schema::Predicate::kHasDescendant:
      return fmt::format("a module below it derived from {}", predicate.has_descendant().instance_of());
    case schema::Predicate::kOnlyChildren:
      return fmt::format("no child but {}", enumerate(quoted(predicate.only_children().name())));
    case schema::Predicate::kSameFacts:
      return fmt::format("the facts of the place `{}`", predicate.same_facts().place());
    case schema::Predicate::kGlobalIs: {
      std::vector<std::string> values;
      for (const std::string& is : predicate.global_is().is()) values.push_back(describe_text(is));
      return fmt::format("{}: {}", enumerate(quoted(predicate.global_is().name())), enumerate(values, "or"));
    }
    case schema::Predicate::kForbidden:
      return "none";
    case schema::Predicate::kAll:
      return describe_all(predicate.all().predicate(), "and");
    case schema::Predicate::kAny:
      return describe_all(predicate.any().predicate(), "or");
    case schema::Predicate::kNot:
      return fmt::format("not: {}", describe(predicate.not_()));
    case schema::Predicate::KIND_NOT_SET:
      break;
  }
  return {};
}

}  // namespace tracegate::rules
