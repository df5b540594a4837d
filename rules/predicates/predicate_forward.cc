// Predicates on what runs when a module is called: hooks, instance forwards, shadowed methods.
#include <algorithm>

#include <fmt/format.h>

#include "rules/language/rule.pb.h"
#include "rules/places/describe.h"
#include "rules/predicates/predicate.h"

namespace tracegate::rules {
namespace {

// What is no module has no tables and no instance forward that could run.
Outcome nothing_there() {
  Outcome outcome = Outcome::matched();
  outcome.absent = true;
  return outcome;
}

// "2 in `_forward_hooks`: function a.b, an object of class c.D"
std::string hooks_found(const Context& context, std::string_view table, const ir::Value& value) {
  if (value.kind != ir::ValueKind::kSequence) return fmt::format("`{}` is {}", table, describe(context.graph, value));
  const ir::SequenceRecord& sequence = context.graph.sequence(value.record);
  std::vector<std::string> hooks;
  constexpr std::size_t kMostNamed = 3;
  const std::size_t count = sequence.elements ? sequence.elements->size() : 0;
  for (std::size_t i = 0; i < std::min(count, kMostNamed); ++i) hooks.push_back(describe(context.graph, (*sequence.elements)[i]));
  if (count > kMostNamed) hooks.push_back(fmt::format("{} more", count - kMostNamed));
  return fmt::format("{} in `{}`: {}", sequence.length.value_or(static_cast<std::int64_t>(count)), table, fmt::join(hooks, ", "));
}

Outcome judge_hooks(const Context& context, ir::Vertex vertex, const schema::NoHooks& predicate) {
  Outcome out = Outcome::matched();
  for (const std::string& table : predicate.table()) {
    const ir::Fact fact = context.graph.hooks(vertex, table);
    if (fact.state == ir::Fact::State::kPresent) {
      std::string text = hooks_found(context, table, fact.value);
      if (out.verdict == Verdict::kMissed) text = fmt::format("{}; {}", out.found, text);
      out = Outcome::missed(Reason::kForeignHook, std::move(text));
    } else if (auto outcome = not_to_be_had(context.graph, fact, fmt::format("`{}`", table)); outcome && out.verdict == Verdict::kMatched) {
      out = *outcome;
    }
  }
  return out;
}

Outcome judge_keys(const Context& context, ir::Vertex vertex, const schema::KeysAbsent& predicate) {
  Outcome out = Outcome::matched();
  for (const std::string& key : predicate.key()) {
    const ir::Fact fact = context.graph.instance(vertex, key);
    const bool there = fact.state == ir::Fact::State::kPresent || fact.state == ir::Fact::State::kUnreadable;
    if (there) {
      if (predicate.none_is_absent() && fact.value.kind == ir::ValueKind::kNone) continue;
      std::string text = fmt::format("`{}` is {}", key, describe(context.graph, fact.value));
      if (out.verdict == Verdict::kMissed) text = fmt::format("{}; {}", out.found, text);
      out = Outcome::missed(Reason::kValueMismatch, std::move(text));
    } else if (auto outcome = not_to_be_had(context.graph, fact, fmt::format("`{}` of the instance dictionary", key));
               outcome && out.verdict == Verdict::kMatched) {
      out = *outcome;
    }
  }
  return out;
}

// The instance forward: empty where the class's own forward runs.
std::optional<ir::Value> instance_forward(const ir::Fact& fact) {
  if (fact.state != ir::Fact::State::kPresent || fact.value.kind == ir::ValueKind::kNone) return std::nullopt;
  return fact.value;
}

Outcome judge_wrapper(const Context& context, ir::Vertex vertex, const schema::Wrapper& predicate) {
  const ir::Fact fact = context.graph.instance(vertex, "forward");
  if (auto outcome = not_to_be_had(context.graph, fact, "`forward` of the instance dictionary")) return *outcome;
  const auto forward = instance_forward(fact);
  if (!forward) return Outcome::matched();
  if (forward->kind == ir::ValueKind::kCallable) {
    const ir::CallableRecord& callable = context.graph.callable(forward->record);
    const std::string_view name = context.graph.text(callable.full_name);
    const bool allowed = std::find(predicate.function().begin(), predicate.function().end(), name) != predicate.function().end();
    if (allowed && callable.own && callable.bound == ir::Bound::kSelf && context.graph.text(callable.kind) == "method") {
      return Outcome::matched();
    }
  }
  return Outcome::missed(Reason::kValueMismatch, fmt::format("`forward` is {}", describe(context.graph, *forward)));
}

Outcome judge_delegate(const Context& context, ir::Vertex vertex, const schema::Delegate& predicate) {
  const ir::Fact forward = context.graph.instance(vertex, "forward");
  if (auto outcome = not_to_be_had(context.graph, forward, "`forward` of the instance dictionary")) return *outcome;
  if (!instance_forward(forward)) return Outcome::not_applicable();
  const ir::Fact fact = context.graph.instance(vertex, predicate.key());
  if (auto outcome = not_to_be_had(context.graph, fact, fmt::format("`{}` of the instance dictionary", predicate.key()))) {
    return *outcome;
  }
  if (fact.state == ir::Fact::State::kAbsent) return Outcome::missed(Reason::kAbsent, fmt::format("`{}` is absent", predicate.key()));
  ir::Value value = fact.value;
  std::string compiled;
  if (value.kind == ir::ValueKind::kCallable) {
    const ir::CallableRecord* callable = &context.graph.callable(value.record);
    if (callable->end) {
      value.record = *callable->end;
      callable = &context.graph.callable(value.record);
      compiled = "a compiled callable around ";
    }
    if (callable->class_forward && callable->bound == ir::Bound::kSelf && context.graph.text(callable->kind) == "method") {
      return Outcome::matched();
    }
  }
  return Outcome::missed(Reason::kValueMismatch, fmt::format("`{}` is {}{}", predicate.key(), compiled, describe(context.graph, value)));
}

Outcome judge_callables(const Context& context, ir::Vertex vertex, const schema::Predicate& predicate) {
  if (!context.graph.collected().callables) {
    return Outcome::undetermined(Reason::kNotExported, "the callables of the instance dictionary were not exported");
  }
  std::vector<std::string> found;
  for (const auto& [name, value] : refused_callables(context.graph, vertex, predicate)) {
    found.push_back(fmt::format("`{}` is {}", context.graph.text(name), describe(context.graph, value)));
  }
  if (found.empty()) return Outcome::matched();
  std::sort(found.begin(), found.end());
  return Outcome::missed(Reason::kValueMismatch, fmt::format("{}", fmt::join(found, "; ")));
}

}  // namespace

std::vector<std::pair<ir::StringId, ir::Value>> refused_callables(const ir::ModuleGraph& graph, ir::Vertex vertex,
                                                                  const schema::Predicate& predicate) {
  const bool only_shadows = predicate.has_no_shadowed_callables();
  const auto& except = only_shadows ? predicate.no_shadowed_callables().except() : predicate.no_callables().except();
  const auto& only = predicate.no_callables().only();  // empty: every name
  const auto holds = [](const auto& names, std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  const ir::FactBlock& block = graph.block(vertex);
  std::vector<std::pair<ir::StringId, ir::Value>> found;
  for (const auto& entry : block.callables) {
    if (only_shadows && !std::binary_search(block.shadows.begin(), block.shadows.end(), entry.first)) continue;
    const std::string_view name = graph.text(entry.first);
    if (!holds(except, name) && (only.empty() || holds(only, name))) found.push_back(entry);
  }
  return found;
}

Outcome judge_forward(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  const ir::Vertex vertex = subject.at.vertex();
  if (vertex == ir::kNoVertex || !context.graph.class_of(vertex).is_module) {
    // A function, say, in a module's place runs as it is: nobody can tell what.
    const bool runs = subject.at.state == Located::State::kPresent && subject.at.value.kind != ir::ValueKind::kNone;
    if (runs && predicate.has_wrapper()) return Outcome::missed(Reason::kValueMismatch, describe(context.graph, subject.at.value));
    return nothing_there();
  }
  switch (predicate.kind_case()) {
    case schema::Predicate::kNoHooks:
      return judge_hooks(context, vertex, predicate.no_hooks());
    case schema::Predicate::kKeysAbsent:
      return judge_keys(context, vertex, predicate.keys_absent());
    case schema::Predicate::kWrapper:
      return judge_wrapper(context, vertex, predicate.wrapper());
    case schema::Predicate::kDelegate:
      return judge_delegate(context, vertex, predicate.delegate());
    default:
      return judge_callables(context, vertex, predicate);
  }
}

}  // namespace tracegate::rules
