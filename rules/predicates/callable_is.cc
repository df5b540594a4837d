// `callable_is`: an attribute is one of these callables, the very object that the name resolves to.
#include <algorithm>

#include <fmt/format.h>

#include "ir/text/words.h"
#include "rules/predicates/comparing.h"
#include "rules/predicates/predicate_kind.h"
#include "rules/predicates/wording.h"

namespace tracegate::rules::predicates {
namespace callable_is {

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  const schema::CallableIs& test = predicate.callable_is();
  const std::string& attribute = test.attribute();
  const ir::Fact fact = read_at(context.graph, subject.at, attribute);
  if (auto outcome = unavailable(context.graph, fact, fmt::format("`{}`", attribute))) return *outcome;
  if (fact.state == ir::Fact::State::kAbsent) {
    return test.absent_matches() ? Outcome::matched_absent() : Outcome::missed_absent(fmt::format("`{}` is absent", attribute));
  }
  if (fact.value.kind == ir::ValueKind::kCallable) {
    const ir::CallableRecord& callable = context.graph.callable(fact.value.record);
    const std::string_view kind = context.graph.text(callable.kind);
    const std::string_view name = context.graph.text(callable.full_name);
    const bool by_name = kind == "function" || kind == "builtin" || kind == "class";
    if (by_name && callable.own && std::find(test.name().begin(), test.name().end(), name) != test.name().end()) return Outcome::matched();
  }
  return Outcome::missed(Reason::kValueMismatch, attribute_found(context, attribute, fact.value));
}

void reads(const Profile&, const schema::Predicate& predicate, FactNeeds& needs) {
  needs.reads.insert(predicate.callable_is().attribute());
}

std::string required(const schema::Predicate& predicate) {
  const schema::CallableIs& test = predicate.callable_is();
  std::string out = fmt::format("`{}` is {}", test.attribute(), ir::enumerate(plain(test.name()), "or"));
  return test.absent_matches() ? out + ", or absent" : out;
}

std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate& predicate) {
  const schema::CallableIs& test = predicate.callable_is();
  return site.on_object({ir::Edit::Kind::kSetCallable, site.vertex(), test.attribute(), test.name(0)});
}

std::vector<std::string> notes(const Profile&, const schema::Predicate&) {
  return {"the very object that the name refers to, not another of the same name"};
}

}  // namespace callable_is

const PredicateKind kCallableIs{schema::Predicate::kCallableIsFieldNumber,
                                callable_is::judge,
                                callable_is::reads,
                                callable_is::required,
                                callable_is::repairs,
                                callable_is::notes};

}  // namespace tracegate::rules::predicates
