// `delegate`: where there is an instance forward, this key of the instance dictionary holds the class's own, bound to this very object.
#include <fmt/format.h>

#include "rules/places/describe.h"
#include "rules/predicates/instance_forward.h"
#include "rules/predicates/predicate_kind.h"
#include "rules/predicates/wording.h"

namespace tracegate::rules::predicates {
namespace delegate {

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  if (!is_module(context, subject)) return Outcome::matched_absent();
  const ir::Vertex vertex = subject.at.vertex();
  const std::string& key = predicate.delegate().key();
  const ir::Fact forward = instance_forward(context.graph, vertex);
  if (auto outcome = unavailable(context.graph, forward, kInstanceForwardInWords)) return *outcome;
  if (!runs(forward)) return Outcome::not_applicable();
  const ir::Fact fact = context.graph.instance(vertex, key);
  if (auto outcome = unavailable(context.graph, fact, fmt::format("`{}` of the instance dictionary", key))) return *outcome;
  if (fact.state == ir::Fact::State::kAbsent) return Outcome::missed(Reason::kAbsent, fmt::format("`{}` is absent", key));
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
  return Outcome::missed(Reason::kValueMismatch, fmt::format("`{}` is {}{}", key, compiled, describe(context.graph, value)));
}

void reads(const Profile&, const schema::Predicate& predicate, FactNeeds& needs) {
  needs.instance.emplace(kForward);
  needs.instance.insert(predicate.delegate().key());
}

std::string required(const schema::Predicate& predicate) {
  return fmt::format("`{}` is the class's own forward, bound to this module", predicate.delegate().key());
}

std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate& predicate) {
  return site.on_object({ir::Edit::Kind::kRestoreDelegate, site.vertex(), predicate.delegate().key(), {}});
}

std::vector<std::string> notes(const Profile&, const schema::Predicate&) {
  return {"does not apply where the module has no `forward` of its own; a compiled callable is looked through"};
}

}  // namespace delegate

const PredicateKind kDelegate{
    schema::Predicate::kDelegateFieldNumber, delegate::judge, delegate::reads, delegate::required, delegate::repairs, delegate::notes};

}  // namespace tracegate::rules::predicates
