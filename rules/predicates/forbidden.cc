// `forbidden`: there must be no subject at all; each one that the scope finds is a miss.
#include "rules/places/describe.h"
#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules::predicates {
namespace forbidden {

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate&) {
  return Outcome::missed(Reason::kUnknownChild, describe(context.graph, subject.at.value));
}

std::string required(const schema::Predicate&) { return "none"; }

std::vector<std::string> notes(const Profile&, const schema::Predicate&) { return {"each one that is found is a miss"}; }

}  // namespace forbidden

const PredicateKind kForbidden{
    schema::Predicate::kForbiddenFieldNumber, forbidden::judge, reads_no_fact, forbidden::required, nullptr, forbidden::notes};

}  // namespace tracegate::rules::predicates
