// `run_equals`: a run fact is this number.
#include <fmt/format.h>

#include "ir/text/words.h"
#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules::predicates {
namespace run_equals {

Outcome judge(const Context& context, const Subject&, const schema::Predicate& predicate) {
  const schema::RunEquals& test = predicate.run_equals();
  const auto given = context.run.facts.find(test.fact());
  if (given == context.run.facts.end()) {
    return Outcome::undetermined(Reason::kNotExported, fmt::format("the run's {} was not given", test.fact()));
  }
  const auto number = ir::number_of(given->second);
  if (number && number == ir::parse_number(test.number())) return Outcome::matched();
  return Outcome::missed(Reason::kValueMismatch, fmt::format("{} is {}", test.fact(), ir::typed_in_words(given->second)));
}

std::string required(const schema::Predicate& predicate) {
  return fmt::format("{} = {}", predicate.run_equals().fact(), predicate.run_equals().number());
}

std::vector<Repair> repairs(const RepairSite&, const schema::Predicate& predicate) {
  return {{{ir::Edit::Kind::kSetRun, ir::kNoVertex, predicate.run_equals().fact(), typed_number(predicate.run_equals().number())}}};
}

std::vector<std::string> notes(const Profile&, const schema::Predicate&) { return {"undetermined where the run does not say it"}; }

}  // namespace run_equals

const PredicateKind kRunEquals{schema::Predicate::kRunEqualsFieldNumber,
                               run_equals::judge,
                               reads_no_fact,
                               run_equals::required,
                               run_equals::repairs,
                               run_equals::notes};

}  // namespace tracegate::rules::predicates
