// `wrapper`: the instance forward is absent, None, or a method of this very object whose function is one of these.
#include <algorithm>

#include <fmt/format.h>

#include "ir/text/words.h"
#include "rules/places/describe.h"
#include "rules/predicates/instance_forward.h"
#include "rules/predicates/predicate_kind.h"
#include "rules/predicates/wording.h"

namespace tracegate::rules::predicates {
namespace wrapper {

bool allowed(const Context& context, const schema::Wrapper& wrapper, const ir::Value& forward) {
  if (forward.kind != ir::ValueKind::kCallable) return false;
  const ir::CallableRecord& callable = context.graph.callable(forward.record);
  const std::string_view name = context.graph.text(callable.full_name);
  const bool named = std::find(wrapper.function().begin(), wrapper.function().end(), name) != wrapper.function().end();
  return named && callable.own && callable.bound == ir::Bound::kSelf && context.graph.text(callable.kind) == "method";
}

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  if (!is_module(context, subject)) {
    // A function, say, in a module's place runs as it is: nobody can tell what.
    const bool runs = subject.at.state == Located::State::kPresent && subject.at.value.kind != ir::ValueKind::kNone;
    return runs ? Outcome::missed(Reason::kValueMismatch, describe(context.graph, subject.at.value)) : Outcome::matched_absent();
  }
  const ir::Fact fact = instance_forward(context.graph, subject.at.vertex());
  if (auto outcome = unavailable(context.graph, fact, kInstanceForwardInWords)) return *outcome;
  if (!runs(fact) || allowed(context, predicate.wrapper(), fact.value)) return Outcome::matched();
  return Outcome::missed(Reason::kValueMismatch, fmt::format("`{}` is {}", kForward, describe(context.graph, fact.value)));
}

void reads(const Profile&, const schema::Predicate&, FactNeeds& needs) { needs.instance.emplace(kForward); }

std::string required(const schema::Predicate& predicate) {
  return fmt::format("no `{}` of its own, or {} bound to this module", kForward,
                     ir::enumerate(plain(predicate.wrapper().function()), "or"));
}

std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate&) {
  if (!is_module(site.context, site.subject)) return site.graft();
  return site.on_object({ir::Edit::Kind::kRemoveEntry, site.vertex(), std::string(kForward), {}});
}

std::vector<std::string> notes(const Profile&, const schema::Predicate&) { return {std::string(kOwnIsInstance)}; }

}  // namespace wrapper

const PredicateKind kWrapper{
    schema::Predicate::kWrapperFieldNumber, wrapper::judge, wrapper::reads, wrapper::required, wrapper::repairs, wrapper::notes};

}  // namespace tracegate::rules::predicates
