// `not_instance_of`: neither of one of these classes nor of one derived from it.
#include "rules/places/classes.h"
#include "rules/predicates/predicate_kind.h"
#include "rules/predicates/wording.h"

namespace tracegate::rules::predicates {
namespace not_instance_of {

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  const ir::Vertex vertex = subject.at.vertex();
  if (vertex == ir::kNoVertex) return Outcome::matched();
  const ir::ClassRecord& record = context.graph.class_of(vertex);
  for (const std::string& name : predicate.not_instance_of().name()) {
    if (is_instance(context.graph, context.profile, record, name)) {
      return Outcome::missed(Reason::kValueMismatch, class_found(context.graph, record));
    }
  }
  return Outcome::matched();
}

std::string required(const schema::Predicate& predicate) {
  return one_of(plain(predicate.not_instance_of().name()), "not derived from ", "not derived from any of ");
}

std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate&) { return site.graft(); }

}  // namespace not_instance_of

const PredicateKind kNotInstanceOf{schema::Predicate::kNotInstanceOfFieldNumber, not_instance_of::judge, reads_no_fact,
                                   not_instance_of::required, not_instance_of::repairs};

}  // namespace tracegate::rules::predicates
