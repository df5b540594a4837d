// `value`: one attribute against one test.
#include <algorithm>

#include <fmt/format.h>

#include "ir/text/words.h"
#include "rules/predicates/comparing.h"
#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules::predicates {
namespace value {

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  const schema::Value& test = predicate.value();
  const std::string& attribute = test.attribute();
  const ir::Fact fact = read_at(context.graph, subject.at, attribute);
  if (auto outcome = unavailable(context.graph, fact, fmt::format("`{}`", attribute))) return *outcome;
  if (fact.state == ir::Fact::State::kAbsent) {
    if (test.absent() || test.falsy() || test.absent_matches()) return Outcome::matched_absent();
    return Outcome::missed_absent(fmt::format("`{}` is absent", attribute));
  }
  const ir::Value& value = fact.value;
  const std::string_view text = context.graph.text(value);
  const auto verdict = [&](bool holds, Reason reason = Reason::kValueMismatch) {
    return holds ? Outcome::matched() : Outcome::missed(reason, attribute_found(context, attribute, value));
  };
  if (test.absent()) return verdict(false);
  if (test.falsy()) {
    if (compares_in_its_own_way(context, value)) return cannot_compare(context, attribute, value);
    return verdict(is_falsy(context, value));
  }
  if (test.positive_int()) {
    const auto number = ir::number_of(value.kind, text);
    const bool exact = value.kind == ir::ValueKind::kInt;
    const bool positive = number && !number->negative && (number->big || number->integer > 0);
    return verdict(exact && positive, exact ? Reason::kOutOfRange : Reason::kValueMismatch);
  }
  if (!test.equals().empty()) {
    if (compares_in_its_own_way(context, value)) return cannot_compare(context, attribute, value);
    return verdict(ir::number_of(value.kind, text) == ir::parse_number(test.equals()));
  }
  if (test.is().empty()) return Outcome::undetermined(Reason::kUnreadable, fmt::format("`{}` is held against nothing", attribute));
  return verdict(std::find(test.is().begin(), test.is().end(), text) != test.is().end());
}

void reads(const Profile&, const schema::Predicate& predicate, FactNeeds& needs) {
  needs.reads.insert(predicate.value().attribute());
  needs.lengths = needs.lengths || predicate.value().falsy();
}

std::string required(const schema::Predicate& predicate) {
  const schema::Value& test = predicate.value();
  const std::string attribute = fmt::format("`{}`", test.attribute());
  if (test.absent()) return attribute + " is absent";
  if (test.positive_int()) return attribute + " is an int above 0";
  if (test.falsy()) return attribute + " is None, False, zero, empty or absent";
  std::string text;
  if (!test.equals().empty()) {
    text = fmt::format("{} equals {}", attribute, test.equals());
  } else {
    std::vector<std::string> values;
    for (const std::string& is : test.is()) values.push_back(ir::typed_in_words(is));
    text = fmt::format("{} is {}", attribute, ir::enumerate(values, "or"));
  }
  return test.absent_matches() ? text + ", or absent" : text;
}

std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate& predicate) {
  using Kind = ir::Edit::Kind;
  const schema::Value& test = predicate.value();
  const std::string& attribute = test.attribute();
  if (test.absent()) return site.on_object({Kind::kRemove, site.vertex(), attribute, {}});
  if (!test.is().empty()) return site.on_object({Kind::kSetValue, site.vertex(), attribute, test.is(0)});
  if (!test.equals().empty()) return site.on_object({Kind::kSetValue, site.vertex(), attribute, typed_number(test.equals())});
  if (!test.falsy()) return {};  // a positive number: which one, nobody knows
  const bool flag = read_at(site.graph(), site.subject.at, attribute).value.kind == ir::ValueKind::kBool;
  return site.on_object({Kind::kSetValue, site.vertex(), attribute, flag ? "bool:False" : "none:"});
}

std::vector<std::string> notes(const Profile&, const schema::Predicate& predicate) {
  const schema::Value& test = predicate.value();
  std::vector<std::string> notes;
  if (test.is_size() > 0) notes.emplace_back("type and value both count");
  if (!test.equals().empty()) notes.emplace_back("compared as a number; the type is not looked at");
  if (test.positive_int()) notes.emplace_back("exactly an int: a bool or a float is missed");
  return notes;
}

}  // namespace value

const PredicateKind kValue{schema::Predicate::kValueFieldNumber, value::judge, value::reads, value::required, value::repairs, value::notes};

}  // namespace tracegate::rules::predicates
