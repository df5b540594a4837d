// `same_facts`: the object at another place, or one of its class whose facts are the same.
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "rules/places/describe.h"
#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules::predicates {
namespace same_facts {

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
    case ir::ValueKind::kObject:
      return a.value.record == b.value.record ? Verdict::kMatched : Verdict::kUndetermined;
    case ir::ValueKind::kSequence:
      return same_sequence(context, context.graph.sequence(a.value.record), context.graph.sequence(b.value.record));
    case ir::ValueKind::kCutString:
    case ir::ValueKind::kTensor:
    case ir::ValueKind::kOther:
    case ir::ValueKind::kOpaque:
      return a.value.text == b.value.text ? Verdict::kUndetermined : Verdict::kMissed;
    default:
      return context.graph.text(a.value) == context.graph.text(b.value) ? Verdict::kMatched : Verdict::kMissed;
  }
}

std::string in_words(const Context& context, const ir::Fact& fact) {
  return fact.state == ir::Fact::State::kAbsent ? "absent" : describe(context.graph, fact.value);
}

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  const Located& other = context.places.at(context.profile.place_index(predicate.same_facts().place()));
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

// Whatever the profile reads of anything.
void reads(const Profile& profile, const schema::Predicate&, FactNeeds& needs) {
  for (const schema::AttributeRead& read : profile.message().reads().attribute())
    needs.reads.insert(read.name().begin(), read.name().end());
}

std::string required(const schema::Predicate& predicate) {
  return fmt::format("the facts of the place `{}`", predicate.same_facts().place());
}

}  // namespace same_facts

const PredicateKind kSameFacts{schema::Predicate::kSameFactsFieldNumber, same_facts::judge, same_facts::reads, same_facts::required};

}  // namespace tracegate::rules::predicates
