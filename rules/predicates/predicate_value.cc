// Predicates on the values of attributes.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "rules/language/rule.pb.h"
#include "rules/places/describe.h"
#include "rules/predicates/predicate.h"

namespace tracegate::rules {
namespace {

using ir::ValueKind;

std::string found(const Context& context, std::string_view attribute, const ir::Value& value) {
  return fmt::format("`{}` is {}", attribute, describe(context.graph, value));
}

Outcome cannot_compare(const Context& context, std::string_view attribute, const ir::Value& value) {
  return Outcome::undetermined(Reason::kUnreadable, found(context, attribute, value) + ", which compares in a way of its own");
}

// What == and bool() answer by running code of the class, or by reading a tensor.
bool compares_in_its_own_way(const Context& context, const ir::Value& value) {
  if (value.kind == ValueKind::kOpaque) return true;
  return value.kind == ValueKind::kTensor && !ir::number_of(value.kind, context.graph.text(value));
}

// Python's bool().
bool is_falsy(const Context& context, const ir::Value& value) {
  const std::string_view text = context.graph.text(value);
  switch (value.kind) {
    case ValueKind::kNone:
      return true;
    case ValueKind::kString:
      return ir::payload(text).empty();
    case ValueKind::kStringSubclass:
      return text.ends_with('=');
    case ValueKind::kSequence:
    case ValueKind::kObject:
      return context.graph.length(value) == 0;
    default: {
      const auto number = ir::number_of(value.kind, text);
      return number && number->is_integer && !number->big && number->integer == 0;
    }
  }
}

Outcome judge_attribute(const Context& context, const Subject& subject, const schema::Value& predicate) {
  const std::string& attribute = predicate.attribute();
  const ir::Fact fact = read_at(context.graph, subject.at, attribute);
  if (auto outcome = not_to_be_had(context.graph, fact, fmt::format("`{}`", attribute))) return *outcome;
  if (fact.state == ir::Fact::State::kAbsent) {
    if (predicate.absent() || predicate.falsy() || predicate.absent_matches()) {
      Outcome outcome = Outcome::matched();
      outcome.absent = true;
      return outcome;
    }
    return Outcome::missed_absent(fmt::format("`{}` is absent", attribute));
  }
  const ir::Value& value = fact.value;
  const std::string_view text = context.graph.text(value);
  const auto verdict = [&](bool holds, Reason reason = Reason::kValueMismatch) {
    return holds ? Outcome::matched() : Outcome::missed(reason, found(context, attribute, value));
  };
  if (predicate.absent()) return verdict(false);
  if (predicate.falsy()) {
    return compares_in_its_own_way(context, value) ? cannot_compare(context, attribute, value) : verdict(is_falsy(context, value));
  }
  if (predicate.positive_int()) {
    const auto number = ir::number_of(value.kind, text);
    const bool exact = value.kind == ValueKind::kInt;
    const bool positive = number && !number->negative && (number->big || number->integer > 0);
    return verdict(exact && positive, exact ? Reason::kOutOfRange : Reason::kValueMismatch);
  }
  if (!predicate.equals().empty()) {
    if (compares_in_its_own_way(context, value)) return cannot_compare(context, attribute, value);
    return verdict(ir::number_of(value.kind, text) == ir::parse_number(predicate.equals()));
  }
  if (predicate.is().empty()) return Outcome::undetermined(Reason::kUnreadable, fmt::format("`{}` is held against nothing", attribute));
  return verdict(std::find(predicate.is().begin(), predicate.is().end(), text) != predicate.is().end());
}

Outcome judge_callable(const Context& context, const Subject& subject, const schema::CallableIs& predicate) {
  const std::string& attribute = predicate.attribute();
  const ir::Fact fact = read_at(context.graph, subject.at, attribute);
  if (auto outcome = not_to_be_had(context.graph, fact, fmt::format("`{}`", attribute))) return *outcome;
  if (fact.state == ir::Fact::State::kAbsent) {
    if (!predicate.absent_matches()) return Outcome::missed_absent(fmt::format("`{}` is absent", attribute));
    Outcome outcome = Outcome::matched();
    outcome.absent = true;
    return outcome;
  }
  if (fact.value.kind == ValueKind::kCallable) {
    const ir::CallableRecord& callable = context.graph.callable(fact.value.record);
    const std::string_view kind = context.graph.text(callable.kind);
    const std::string_view name = context.graph.text(callable.full_name);
    const bool by_name = kind == "function" || kind == "builtin" || kind == "class";
    if (by_name && callable.own && std::find(predicate.name().begin(), predicate.name().end(), name) != predicate.name().end()) {
      return Outcome::matched();
    }
  }
  return Outcome::missed(Reason::kValueMismatch, found(context, attribute, fact.value));
}

// One operand of a relation: its number, or why there is none.
struct Operand {
  std::optional<ir::Number> number;
  std::string text;
  Outcome fault;         // where there is no number
  bool skipped = false;  // the run gives no such fact
};

// The operand times its factor; a miss where it is no number, or where the product does not fit.
Operand scaled(Operand operand, std::int64_t factor) {
  if (operand.number && factor != 1) operand.number = ir::times(*operand.number, factor);
  if (!operand.number) operand.fault = Outcome::missed(Reason::kValueMismatch, operand.text);
  return operand;
}

Operand faulty(Outcome fault) {
  Operand out;
  out.fault = std::move(fault);
  return out;
}

Operand run_operand(const Context& context, const schema::Operand& operand, const std::string& scale, std::int64_t factor) {
  const std::string name = fmt::format("the run's {}", operand.run());
  const auto given = context.run.facts.find(operand.run());
  if (given == context.run.facts.end()) {
    Operand out = faulty(Outcome::undetermined(Reason::kNotExported, name + " was not given"));
    out.skipped = true;
    return out;
  }
  Operand out;
  out.text = fmt::format("{}{} is {}", scale, name, describe_text(given->second));
  out.number = ir::number_of(given->second);
  return scaled(std::move(out), factor);
}

Operand length_operand(const Context& context, const std::string& attribute, const ir::Value& value) {
  if (const auto length = context.graph.length(value)) {
    Operand out;
    out.number = ir::Number{true, false, *length < 0, *length, 0};
    out.text = fmt::format("the length of `{}` is {}", attribute, *length);
    return out;
  }
  std::string text = found(context, attribute, value) + ", which has no length";
  // An iterator has a length only once it is used up; what is no container has none.
  if (value.kind == ValueKind::kSequence) return faulty(Outcome::undetermined(Reason::kUnreadable, std::move(text)));
  return faulty(Outcome::missed(Reason::kValueMismatch, std::move(text)));
}

Operand operand_of(const Context& context, const Subject& subject, const schema::Operand& operand) {
  const std::int64_t factor = operand.times() == 0 ? 1 : operand.times();
  const std::string scale = factor == 1 ? std::string() : fmt::format("{} x ", factor);
  if (!operand.run().empty()) return run_operand(context, operand, scale, factor);

  const Located& at = operand.place().empty() ? subject.at : context.places.at(context.profile.place_index(operand.place()));
  if (at.state == Located::State::kUndetermined) return faulty(Outcome::undetermined(at.reason, at.detail));
  const std::string& attribute = operand.length_of().empty() ? operand.attribute() : operand.length_of();
  const ir::Fact fact = read_at(context.graph, at, attribute);
  if (auto fault = not_to_be_had(context.graph, fact, fmt::format("`{}`", attribute))) return faulty(std::move(*fault));
  if (fact.state == ir::Fact::State::kAbsent) return faulty(Outcome::missed_absent(fmt::format("`{}` is absent", attribute)));
  if (!operand.length_of().empty()) return length_operand(context, attribute, fact.value);
  if (compares_in_its_own_way(context, fact.value)) return faulty(cannot_compare(context, attribute, fact.value));

  Operand out;
  out.text = scale + found(context, attribute, fact.value);
  out.number = ir::number_of(fact.value.kind, context.graph.text(fact.value));
  return scaled(std::move(out), factor);
}

Outcome judge_relation(const Context& context, const Subject& subject, const schema::Relation& predicate) {
  std::vector<Operand> operands;
  for (const schema::Operand& operand : predicate.operand()) {
    operands.push_back(operand_of(context, subject, operand));
    if (operands.back().skipped && predicate.skip_without_run()) return Outcome::not_applicable();
  }
  // A miss is certain whatever the others are.
  const Outcome* fault = nullptr;
  for (const Operand& operand : operands) {
    if (operand.number) continue;
    if (operand.fault.verdict == Verdict::kMissed) return operand.fault;
    if (fault == nullptr) fault = &operand.fault;
  }
  bool equal = true;
  bool positive = true;
  const Operand* first = nullptr;
  std::string all;
  for (const Operand& operand : operands) {
    if (!operand.number) continue;
    if (first == nullptr) first = &operand;
    equal = equal && *operand.number == *first->number;
    positive = positive && !operand.number->negative && (operand.number->big || !operand.number->is_integer || operand.number->integer > 0);
    if (!all.empty()) all += ", ";
    all += operand.text;
  }
  if (!equal) return Outcome::missed(Reason::kValueMismatch, std::move(all));
  if (predicate.positive() && !positive) return Outcome::missed(Reason::kCountMismatch, std::move(all));
  return fault != nullptr ? *fault : Outcome::matched();
}

Verdict same(const Context& context, const ir::Fact& a, const ir::Fact& b);

// By what they hold: one record may stand for two sequences, and equal ones may stand in two records.
Verdict same_sequence(const Context& context, const ir::SequenceRecord& a, const ir::SequenceRecord& b) {
  if (a.kind != b.kind || a.length != b.length || a.elements.has_value() != b.elements.has_value()) return Verdict::kMissed;
  if (!a.elements) return Verdict::kUndetermined;
  if (a.elements->size() != b.elements->size()) return Verdict::kMissed;
  Verdict all = Verdict::kMatched;
  for (std::size_t i = 0; i < a.elements->size(); ++i) {
    all = kleene_and(all, same(context, ir::Fact::present((*a.elements)[i]), ir::Fact::present((*b.elements)[i])));
  }
  return all;
}

// Whether two facts are the same. What the file tells only in part is never known to be.
Verdict same(const Context& context, const ir::Fact& a, const ir::Fact& b) {
  using State = ir::Fact::State;
  for (const State state : {a.state, b.state}) {
    if (state != State::kPresent && state != State::kAbsent) return Verdict::kUndetermined;
  }
  if (a.state != b.state) return Verdict::kMissed;
  if (a.state == State::kAbsent) return Verdict::kMatched;
  if (a.value.kind != b.value.kind) return Verdict::kMissed;
  switch (a.value.kind) {
    case ValueKind::kObject:
      return a.value.record == b.value.record ? Verdict::kMatched : Verdict::kUndetermined;
    case ValueKind::kSequence:
      return same_sequence(context, context.graph.sequence(a.value.record), context.graph.sequence(b.value.record));
    case ValueKind::kCutString:
    case ValueKind::kTensor:
    case ValueKind::kOther:
    case ValueKind::kOpaque:
      return a.value.text == b.value.text ? Verdict::kUndetermined : Verdict::kMissed;
    default:
      return context.graph.text(a.value) == context.graph.text(b.value) ? Verdict::kMatched : Verdict::kMissed;
  }
}

std::string in_words(const Context& context, const ir::Fact& fact) {
  return fact.state == ir::Fact::State::kAbsent ? "absent" : describe(context.graph, fact.value);
}

Outcome judge_same(const Context& context, const Subject& subject, const schema::SameFacts& predicate) {
  const Located& other = context.places.at(context.profile.place_index(predicate.place()));
  if (other.state == Located::State::kUndetermined) return Outcome::undetermined(other.reason, other.detail);
  if (subject.at.state == Located::State::kAbsent) return Outcome::missed_absent();
  const ir::Vertex here = subject.at.vertex();
  const ir::Vertex there = other.vertex();
  if (here != ir::kNoVertex && here == there) return Outcome::matched();
  const bool same_class = here != ir::kNoVertex && there != ir::kNoVertex &&
                          context.graph.object(here).class_record == context.graph.object(there).class_record;
  if (!same_class) return Outcome::missed(Reason::kValueMismatch, describe(context.graph, subject.at.value));
  std::vector<std::string> differences;
  std::set<std::string_view> seen;
  std::string unknown;
  for (const schema::AttributeRead& read : context.profile.message().reads().attribute()) {
    for (const std::string& name : read.name()) {
      if (!seen.insert(name).second) continue;
      const ir::Fact a = context.graph.read(here, name);
      const ir::Fact b = context.graph.read(there, name);
      // A name that is read elsewhere only.
      if (a.state == ir::Fact::State::kNotCollected && b.state == ir::Fact::State::kNotCollected) continue;
      const Verdict verdict = same(context, a, b);
      if (verdict == Verdict::kUndetermined && unknown.empty()) unknown = fmt::format("`{}` cannot be compared", name);
      if (verdict != Verdict::kMissed) continue;
      differences.push_back(fmt::format("`{}` is {}, not {}", name, in_words(context, a), in_words(context, b)));
    }
  }
  if (differences.empty()) return unknown.empty() ? Outcome::matched() : Outcome::undetermined(Reason::kUnreadable, unknown);
  constexpr std::size_t kMostNamed = 3;
  if (differences.size() > kMostNamed) {
    const std::size_t more = differences.size() - kMostNamed;
    differences.resize(kMostNamed);
    differences.push_back(fmt::format("{} more", more));
  }
  return Outcome::missed(Reason::kValueMismatch, fmt::format("{}", fmt::join(differences, "; ")));
}

}  // namespace

Outcome judge_value(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  switch (predicate.kind_case()) {
    case schema::Predicate::kCallableIs:
      return judge_callable(context, subject, predicate.callable_is());
    case schema::Predicate::kRelation:
      return judge_relation(context, subject, predicate.relation());
    case schema::Predicate::kSameFacts:
      return judge_same(context, subject, predicate.same_facts());
    default:
      return judge_attribute(context, subject, predicate.value());
  }
}

}  // namespace tracegate::rules
