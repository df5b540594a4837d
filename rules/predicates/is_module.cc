// `is_module`: a torch module.
#include "rules/places/describe.h"
#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules::predicates {
namespace is_module {

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate&) {
  if (subject.at.state == Located::State::kAbsent) return Outcome::missed_absent();
  const ir::Vertex vertex = subject.at.vertex();
  if (vertex != ir::kNoVertex && context.graph.class_of(vertex).is_module) return Outcome::matched();
  return Outcome::missed(Reason::kValueMismatch, describe(context.graph, subject.at.value));
}

std::string required(const schema::Predicate&) { return "a module"; }

std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate&) { return site.graft(); }

}  // namespace is_module

const PredicateKind kIsModule{schema::Predicate::kIsModuleFieldNumber, is_module::judge, reads_no_fact, is_module::required,
                              is_module::repairs};

}  // namespace tracegate::rules::predicates
