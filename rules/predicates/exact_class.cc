// `exact_class`: the class is exactly one of these, by identity.
#include <fmt/format.h>

#include "ir/text/words.h"
#include "rules/places/classes.h"
#include "rules/places/describe.h"
#include "rules/predicates/predicate_kind.h"
#include "rules/predicates/wording.h"

namespace tracegate::rules::predicates {
namespace exact_class {

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  if (subject.at.state == Located::State::kAbsent) return Outcome::missed_absent();
  const ir::Vertex vertex = subject.at.vertex();
  if (vertex == ir::kNoVertex) return Outcome::missed(Reason::kValueMismatch, describe(context.graph, subject.at.value));
  const ir::ClassRecord& record = context.graph.class_of(vertex);
  bool derived = false;
  for (const std::string& wanted : predicate.exact_class().name()) {
    if (is_exactly(context.graph, context.profile, record, wanted)) return Outcome::matched();
    derived = derived || is_instance(context.graph, context.profile, record, wanted);
  }
  std::string found = class_found(context.graph, record);
  if (derived) found += ", a subclass";
  for (const schema::KnownClass& known : predicate.exact_class().known()) {
    if (is_exactly(context.graph, context.profile, record, known.name())) found += ": " + known.says();
  }
  return Outcome::missed(derived ? Reason::kTypeSubclass : Reason::kValueMismatch, std::move(found));
}

std::string required(const schema::Predicate& predicate) {
  return one_of(plain(predicate.exact_class().name()), "exactly ", "exactly one of ");
}

// A subclass, or another class of the wanted name, becomes the class; something else is replaced by a part that matches.
std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate& predicate) {
  const schema::ExactClass& exact = predicate.exact_class();
  const ir::Vertex here = site.vertex();
  std::vector<Repair> grafts = site.graft();
  if (here == ir::kNoVertex) return grafts;
  const Profile& profile = site.context.profile;
  const ir::ClassRecord& record = site.graph().class_of(here);
  for (const std::string& name : exact.name()) {
    const bool same_name = profile.same_class(site.graph().text(record.full_name), name);
    if (same_name || is_instance(site.graph(), profile, record, name)) return {{{ir::Edit::Kind::kSetClass, here, {}, name}}};
  }
  if (!grafts.empty()) return grafts;
  return {{{ir::Edit::Kind::kSetClass, here, {}, exact.name(0)}}};
}

std::vector<std::string> notes(const Profile& profile, const schema::Predicate& predicate) {
  std::vector<std::string> notes = {"the class itself: a subclass, or another class of that name, is missed"};
  for (const std::string& name : predicate.exact_class().name()) {
    for (const schema::ClassAlias& alias : profile.message().class_alias()) {
      if (alias.name() == name) notes.push_back(fmt::format("{} is also spelled {}", name, ir::enumerate(plain(alias.alias()))));
    }
  }
  for (const schema::KnownClass& known : predicate.exact_class().known()) {
    notes.push_back(fmt::format("where {} is found: {}", known.name(), known.says()));
  }
  return notes;
}

}  // namespace exact_class

const PredicateKind kExactClass{schema::Predicate::kExactClassFieldNumber,
                                exact_class::judge,
                                reads_no_fact,
                                exact_class::required,
                                exact_class::repairs,
                                exact_class::notes};

}  // namespace tracegate::rules::predicates
