#include "rules/predicates/fact_needs.h"

#include "rules/language/rule.pb.h"

namespace tracegate::rules {
namespace {

template <typename List>
void add(const List& names, FactNeeds::Names& to) {
  to.insert(names.begin(), names.end());
}

void add(const std::string& name, FactNeeds::Names& to) {
  if (!name.empty()) to.insert(name);
}

void add_relation(const schema::Relation& relation, FactNeeds& needs) {
  for (const schema::Operand& operand : relation.operand()) {
    add(operand.attribute(), needs.reads);
    add(operand.length_of(), needs.reads);
    needs.lengths = needs.lengths || !operand.length_of().empty();
  }
}

void add_callables(const schema::NoCallables& predicate, FactNeeds& needs) {
  add(predicate.only(), needs.callables);
  needs.all_callables = needs.all_callables || predicate.only().empty();
}

void add_adapter(const Profile& profile, FactNeeds& needs) {
  const schema::Adapter& adapter = profile.message().adapter();
  add(adapter.a(), needs.reads);
  add(adapter.b(), needs.reads);
  add(adapter.slot_table(), needs.reads);
}

// `same_facts` compares whatever the profile reads of anything.
void add_everything_read(const Profile& profile, FactNeeds& needs) {
  for (const schema::AttributeRead& read : profile.message().reads().attribute()) add(read.name(), needs.reads);
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
  switch (predicate.kind_case()) {
    case schema::Predicate::kValue:
      add(predicate.value().attribute(), needs.reads);
      needs.lengths = needs.lengths || predicate.value().falsy();
      return;
    case schema::Predicate::kCallableIs:
      return add(predicate.callable_is().attribute(), needs.reads);
    case schema::Predicate::kNoHooks:
      return add(predicate.no_hooks().table(), needs.hooks);
    case schema::Predicate::kKeysAbsent:
      return add(predicate.keys_absent().key(), needs.instance);
    case schema::Predicate::kWrapper:
      return add(std::string("forward"), needs.instance);
    case schema::Predicate::kDelegate:
      add(std::string("forward"), needs.instance);
      return add(predicate.delegate().key(), needs.instance);
    case schema::Predicate::kNoShadowedCallables:
      needs.all_callables = true;
      return;
    case schema::Predicate::kNoCallables:
      return add_callables(predicate.no_callables(), needs);
    case schema::Predicate::kAdapterTensors:
      return add_adapter(profile, needs);
    case schema::Predicate::kFirstParameter:
      needs.parameters = true;
      return;
    case schema::Predicate::kRelation:
      return add_relation(predicate.relation(), needs);
    case schema::Predicate::kAll:
      for (const schema::Predicate& part : predicate.all().predicate()) add_reads(profile, part, needs);
      return;
    case schema::Predicate::kAny:
      for (const schema::Predicate& part : predicate.any().predicate()) add_reads(profile, part, needs);
      return;
    case schema::Predicate::kNot:
      return add_reads(profile, predicate.not_(), needs);
    case schema::Predicate::kSameFacts:
      return add_everything_read(profile, needs);
    // Classes, children, the run, the process and the chunks are no facts of a block.
    case schema::Predicate::kPresent:
    case schema::Predicate::kExactClass:
    case schema::Predicate::kNotInstanceOf:
    case schema::Predicate::kClassText:
    case schema::Predicate::kIsModule:
    case schema::Predicate::kForwardOrigin:
    case schema::Predicate::kRunEquals:
    case schema::Predicate::kChunkCount:
    case schema::Predicate::kNonEmptySequence:
    case schema::Predicate::kGlobalIs:
    case schema::Predicate::kForbidden:
    case schema::Predicate::kHasDescendant:
    case schema::Predicate::kOnlyChildren:
    case schema::Predicate::KIND_NOT_SET:
      return;
  }
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
    if (symbol.has_largest_rank_sum()) add_adapter(profile, needs);
  }
  add_scope(message.adapter().scope(), needs);
  return needs;
}

}  // namespace tracegate::rules
