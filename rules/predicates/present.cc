// `present`: something is there.
#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules::predicates {
namespace present {

Outcome judge(const Context&, const Subject& subject, const schema::Predicate& predicate) {
  if (subject.at.state == Located::State::kAbsent) {
    return Outcome::missed_absent(subject.at.detail.empty() ? "absent" : subject.at.detail);
  }
  if (predicate.present().not_none() && subject.at.value.kind == ir::ValueKind::kNone) return Outcome::missed(Reason::kAbsent, "None");
  return Outcome::matched();
}

std::string required(const schema::Predicate& predicate) { return predicate.present().not_none() ? "present and not None" : "present"; }

std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate&) { return site.graft(); }

std::vector<std::string> notes(const Profile&, const schema::Predicate& predicate) {
  if (predicate.present().not_none()) return {};
  return {"a None counts as present"};
}

}  // namespace present

const PredicateKind kPresent{
    schema::Predicate::kPresentFieldNumber, present::judge, reads_no_fact, present::required, present::repairs, present::notes};

}  // namespace tracegate::rules::predicates
