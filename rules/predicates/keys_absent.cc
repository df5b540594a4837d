// `keys_absent`: none of these keys stands in the instance dictionary of a module.
#include <fmt/format.h>

#include "ir/text/words.h"
#include "rules/places/describe.h"
#include "rules/predicates/predicate_kind.h"
#include "rules/predicates/wording.h"

namespace tracegate::rules::predicates {
namespace keys_absent {

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  if (!is_module(context, subject)) return Outcome::matched_absent();
  Outcome out = Outcome::matched();
  for (const std::string& key : predicate.keys_absent().key()) {
    const ir::Fact fact = context.graph.instance(subject.at.vertex(), key);
    if (is_there(fact)) {
      if (predicate.keys_absent().none_is_absent() && fact.value.kind == ir::ValueKind::kNone) continue;
      add_miss(out, Reason::kValueMismatch, fmt::format("`{}` is {}", key, describe(context.graph, fact.value)));
    } else if (auto outcome = unavailable(context.graph, fact, fmt::format("`{}` of the instance dictionary", key));
               outcome && out.verdict == Verdict::kMatched) {
      out = *outcome;
    }
  }
  return out;
}

void reads(const Profile&, const schema::Predicate& predicate, FactNeeds& needs) {
  needs.instance.insert(predicate.keys_absent().key().begin(), predicate.keys_absent().key().end());
}

std::string required(const schema::Predicate& predicate) {
  const schema::KeysAbsent& keys = predicate.keys_absent();
  return fmt::format("no {} of its own{}", ir::enumerate(quoted(keys.key()), "and no"), keys.none_is_absent() ? " but None" : "");
}

std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate& predicate) {
  if (site.vertex() == ir::kNoVertex) return site.graft();
  Repair repair;
  for (const std::string& key : predicate.keys_absent().key()) {
    if (is_there(site.graph().instance(site.vertex(), key))) repair.push_back({ir::Edit::Kind::kRemoveEntry, site.vertex(), key, {}});
  }
  return one_repair(std::move(repair));
}

std::vector<std::string> notes(const Profile&, const schema::Predicate&) { return {std::string(kOwnIsInstance)}; }

}  // namespace keys_absent

const PredicateKind kKeysAbsent{schema::Predicate::kKeysAbsentFieldNumber,
                                keys_absent::judge,
                                keys_absent::reads,
                                keys_absent::required,
                                keys_absent::repairs,
                                keys_absent::notes};

}  // namespace tracegate::rules::predicates
