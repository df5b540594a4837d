#include "rules/predicates/predicate.h"

#include <algorithm>

#include <google/protobuf/text_format.h>

#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules {

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  if (subject.at.state == Located::State::kUndetermined) return Outcome::undetermined(subject.at.reason, subject.at.detail);
  if (const PredicateKind* kind = kind_of(predicate)) return kind->judge(context, subject, predicate);
  return Outcome::undetermined(Reason::kUnreadable, "a predicate that this version does not know");
}

std::string describe(const schema::Predicate& predicate) {
  const PredicateKind* kind = kind_of(predicate);
  return kind == nullptr ? std::string() : kind->required(predicate);
}

std::vector<std::string> reading_notes(const Profile& profile, const schema::Predicate& predicate) {
  const PredicateKind* kind = kind_of(predicate);
  if (kind == nullptr || kind->notes == nullptr) return {};
  std::vector<std::string> each;
  for (std::string& note : kind->notes(profile, predicate)) {
    if (std::find(each.begin(), each.end(), note) == each.end()) each.push_back(std::move(note));
  }
  return each;
}

std::string textproto(const schema::Predicate& predicate) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetSingleLineMode(true);
  std::string text;
  printer.PrintToString(predicate, &text);
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::vector<Repair> repairs(const Context& context, const Subject& subject, const schema::Predicate& predicate, const LayerSite& site) {
  const PredicateKind* kind = kind_of(predicate);
  return kind == nullptr || kind->repairs == nullptr ? std::vector<Repair>() : kind->repairs({context, subject, site}, predicate);
}

}  // namespace tracegate::rules
