// `non_empty_sequence`: a sequence with at least one element.
#include <fmt/format.h>

#include "rules/places/describe.h"
#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules::predicates {
namespace non_empty_sequence {

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate&) {
  if (subject.at.state == Located::State::kAbsent) return Outcome::missed_absent();
  const Elements found = elements_of(context.graph, subject.at);
  if (!found.elements.empty()) return Outcome::matched();
  std::string text = describe(context.graph, subject.at.value);
  if (!found.unknown.empty()) {
    return Outcome::undetermined(Reason::kUnreadable, fmt::format("{}, whose elements {}", text, found.unknown));
  }
  if (found.sequence) return Outcome::missed(Reason::kCountMismatch, text + ", with no element");
  return Outcome::missed(Reason::kValueMismatch, std::move(text));
}

std::string required(const schema::Predicate&) { return "a sequence of at least one module"; }

}  // namespace non_empty_sequence

const PredicateKind kNonEmptySequence{schema::Predicate::kNonEmptySequenceFieldNumber, non_empty_sequence::judge, reads_no_fact,
                                      non_empty_sequence::required};

}  // namespace tracegate::rules::predicates
