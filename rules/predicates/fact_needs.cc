#include "rules/predicates/fact_needs.h"

#include "rules/language/rule.pb.h"
#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules {
namespace {

template <typename List>
void add(const List& names, FactNeeds::Names& to) {
  to.insert(names.begin(), names.end());
}

void add(const std::string& name, FactNeeds::Names& to) {
  if (!name.empty()) to.insert(name);
}

void add_scope(const schema::Scope& scope, FactNeeds& needs) { add(scope.attributes().name(), needs.reads); }

void add_place(const schema::Place& place, FactNeeds& needs) {
  add(place.attribute(), needs.reads);
  add(place.follow().attribute(), needs.reads);
  for (const schema::Choice& choice : place.follow().choice()) {
    add(choice.has(), needs.reads);
    add(choice.attribute(), needs.reads);
  }
}

}  // namespace

void add_reads(const Profile& profile, const schema::Predicate& predicate, FactNeeds& needs) {
  if (const PredicateKind* kind = kind_of(predicate)) kind->reads(profile, predicate, needs);
}

void adapter_reads(const Profile& profile, FactNeeds& needs) {
  const schema::Adapter& adapter = profile.message().adapter();
  add(adapter.a(), needs.reads);
  add(adapter.b(), needs.reads);
  add(adapter.slot_table(), needs.reads);
}

FactNeeds fact_needs(const Profile& profile) {
  FactNeeds needs;
  const schema::Profile& message = profile.message();
  for (const schema::Place& place : message.place()) add_place(place, needs);
  for (const schema::Condition& condition : message.condition()) {
    for (const schema::Scope& scope : condition.scope()) add_scope(scope, needs);
    add_reads(profile, condition.predicate(), needs);
    add_reads(profile, condition.applies().predicate(), needs);
  }
  for (const schema::Note& note : message.note()) {
    for (const schema::Scope& scope : note.scope()) add_scope(scope, needs);
    add_reads(profile, note.predicate(), needs);
  }
  for (const schema::Symbol& symbol : message.symbol()) {
    add(symbol.largest_attribute().attribute(), needs.reads);
    if (symbol.has_largest_rank_sum()) adapter_reads(profile, needs);
  }
  add_scope(message.adapter().scope(), needs);
  return needs;
}

}  // namespace tracegate::rules
