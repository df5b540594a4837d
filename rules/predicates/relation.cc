// `relation`: all operands are equal numbers.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/text/words.h"
#include "rules/places/describe_place.h"
#include "rules/predicates/comparing.h"
#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules::predicates {
namespace relation {

// One operand of a relation: its number, or why there is none.
struct Operand {
  std::optional<ir::Number> number;
  std::string text;
  Outcome fault;         // where there is no number
  bool skipped = false;  // the run gives no such fact
};

// The operand times its factor; a miss where it is no number, or where the product does not fit.
Operand scaled(Operand operand, std::int64_t factor) {
  if (operand.number && factor != 1) operand.number = ir::times(*operand.number, factor);
  if (!operand.number) operand.fault = Outcome::missed(Reason::kValueMismatch, operand.text);
  return operand;
}

Operand faulty(Outcome fault) {
  Operand out;
  out.fault = std::move(fault);
  return out;
}

Operand run_operand(const Context& context, const schema::Operand& operand, const std::string& scale, std::int64_t factor) {
  const std::string name = fmt::format("the run's {}", operand.run());
  const auto given = context.run.facts.find(operand.run());
  if (given == context.run.facts.end()) {
    Operand out = faulty(Outcome::undetermined(Reason::kNotExported, name + " was not given"));
    out.skipped = true;
    return out;
  }
  Operand out;
  out.text = fmt::format("{}{} is {}", scale, name, ir::typed_in_words(given->second));
  out.number = ir::number_of(given->second);
  return scaled(std::move(out), factor);
}

Operand length_operand(const Context& context, const std::string& attribute, const ir::Value& value) {
  if (const auto length = context.graph.length(value)) {
    Operand out;
    out.number = ir::Number{true, false, *length < 0, *length, 0};
    out.text = fmt::format("the length of `{}` is {}", attribute, *length);
    return out;
  }
  std::string text = attribute_found(context, attribute, value) + ", which has no length";
  // An iterator has a length only once it is used up; what is no container has none.
  if (value.kind == ir::ValueKind::kSequence) return faulty(Outcome::undetermined(Reason::kUnreadable, std::move(text)));
  return faulty(Outcome::missed(Reason::kValueMismatch, std::move(text)));
}

Operand operand_of(const Context& context, const Subject& subject, const schema::Operand& operand) {
  const std::int64_t factor = operand.times() == 0 ? 1 : operand.times();
  const std::string scale = factor == 1 ? std::string() : fmt::format("{} x ", factor);
  if (!operand.run().empty()) return run_operand(context, operand, scale, factor);

  const Located& at = operand.place().empty() ? subject.at : context.places.at(context.profile.place_index(operand.place()));
  if (at.state == Located::State::kUndetermined) return faulty(Outcome::undetermined(at.reason, at.detail));
  const std::string& attribute = operand.length_of().empty() ? operand.attribute() : operand.length_of();
  const ir::Fact fact = read_at(context.graph, at, attribute);
  if (auto fault = unavailable(context.graph, fact, fmt::format("`{}`", attribute))) return faulty(std::move(*fault));
  if (fact.state == ir::Fact::State::kAbsent) return faulty(Outcome::missed_absent(fmt::format("`{}` is absent", attribute)));
  if (!operand.length_of().empty()) return length_operand(context, attribute, fact.value);
  if (compares_in_its_own_way(context, fact.value)) return faulty(cannot_compare(context, attribute, fact.value));

  Operand out;
  out.text = scale + attribute_found(context, attribute, fact.value);
  out.number = ir::number_of(fact.value.kind, context.graph.text(fact.value));
  return scaled(std::move(out), factor);
}

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& any) {
  const schema::Relation& predicate = any.relation();
  std::vector<Operand> operands;
  for (const schema::Operand& operand : predicate.operand()) {
    operands.push_back(operand_of(context, subject, operand));
    if (operands.back().skipped && predicate.skip_without_run()) return Outcome::not_applicable();
  }
  // A miss is certain whatever the others are.
  const Outcome* fault = nullptr;
  for (const Operand& operand : operands) {
    if (operand.number) continue;
    if (operand.fault.verdict == Verdict::kMissed) return operand.fault;
    if (fault == nullptr) fault = &operand.fault;
  }
  bool equal = true;
  bool positive = true;
  const Operand* first = nullptr;
  std::string all;
  for (const Operand& operand : operands) {
    if (!operand.number) continue;
    if (first == nullptr) first = &operand;
    equal = equal && *operand.number == *first->number;
    positive = positive && !operand.number->negative && (operand.number->big || !operand.number->is_integer || operand.number->integer > 0);
    if (!all.empty()) all += ", ";
    all += operand.text;
  }
  if (!equal) return Outcome::missed(Reason::kValueMismatch, std::move(all));
  if (predicate.positive() && !positive) return Outcome::missed(Reason::kCountMismatch, std::move(all));
  return fault != nullptr ? *fault : Outcome::matched();
}

void reads(const Profile&, const schema::Predicate& predicate, FactNeeds& needs) {
  for (const schema::Operand& operand : predicate.relation().operand()) {
    const bool length = !operand.length_of().empty();
    needs.lengths = needs.lengths || length;
    const std::string& name = length ? operand.length_of() : operand.attribute();
    if (!name.empty()) needs.reads.insert(name);
  }
}

std::string describe_operand(const schema::Operand& operand) {
  std::string text;
  if (!operand.run().empty()) {
    text = fmt::format("the run's {}", operand.run());
  } else if (!operand.length_of().empty()) {
    text = fmt::format("the length of `{}`", operand.length_of());
  } else {
    text = fmt::format("`{}`", operand.attribute());
  }
  return operand.times() > 1 ? fmt::format("{} x {}", operand.times(), text) : text;
}

std::string required(const schema::Predicate& predicate) {
  std::vector<std::string> operands;
  for (const schema::Operand& operand : predicate.relation().operand()) operands.push_back(describe_operand(operand));
  std::string text = fmt::format("{}", fmt::join(operands, " = "));
  return predicate.relation().positive() ? text + ", above 0" : text;
}

// ---- repairs ----

struct Side {
  ir::Edit to_set;     // its value is put in
  bool fixed = false;  // a length, or nothing that could be set
  std::int64_t times = 1;
  std::optional<std::int64_t> number;  // the attribute's own, without the factor
};

std::optional<Side> side_of(const RepairSite& site, const schema::Operand& operand) {
  Side side;
  side.times = operand.times() == 0 ? 1 : operand.times();
  const auto integer = [](std::string_view text) -> std::optional<std::int64_t> {
    const auto number = ir::number_of(text);
    if (!number || !number->is_integer || number->big) return std::nullopt;
    return number->integer;
  };
  if (!operand.run().empty()) {
    side.to_set = {ir::Edit::Kind::kSetRun, ir::kNoVertex, operand.run(), {}};
    const auto given = site.context.run.facts.find(operand.run());
    if (given != site.context.run.facts.end()) side.number = integer(given->second);
    return side;
  }
  const Located& at = operand.place().empty() ? site.subject.at : site.context.places.at(site.context.profile.place_index(operand.place()));
  if (at.vertex() == ir::kNoVertex) return std::nullopt;
  if (!operand.length_of().empty()) {
    side.fixed = true;
    const ir::Fact fact = site.graph().read(at.vertex(), operand.length_of());
    if (fact.state == ir::Fact::State::kPresent) side.number = site.graph().length(fact.value);
    return side;
  }
  const ir::Fact fact = site.graph().read(at.vertex(), operand.attribute());
  if (fact.state == ir::Fact::State::kPresent) side.number = integer(site.graph().text(fact.value));
  side.to_set = {ir::Edit::Kind::kSetValue, at.vertex(), operand.attribute(), {}};
  return side;
}

// Each side in turn is right, and the others follow it.
std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate& any) {
  const schema::Relation& predicate = any.relation();
  std::vector<Side> sides;
  for (const schema::Operand& operand : predicate.operand()) {
    auto side = side_of(site, operand);
    if (!side) return site.graft();
    sides.push_back(std::move(*side));
  }
  std::vector<Repair> out;
  for (const Side& right : sides) {
    std::int64_t target = 0;
    if (!right.number || __builtin_mul_overflow(*right.number, right.times, &target) || (predicate.positive() && target <= 0)) continue;
    Repair repair;
    bool possible = true;
    for (const Side& side : sides) {
      std::int64_t now = 0;
      if (side.number && !__builtin_mul_overflow(*side.number, side.times, &now) && now == target) continue;
      possible = possible && !side.fixed && target % side.times == 0;
      repair.push_back(side.to_set);
      repair.back().value = fmt::format("int:{}", target / side.times);
    }
    if (possible && !repair.empty() && std::find(out.begin(), out.end(), repair) == out.end()) out.push_back(std::move(repair));
  }
  std::stable_sort(out.begin(), out.end(), [](const Repair& x, const Repair& y) { return x.size() < y.size(); });
  return out;
}

// ---- notes ----

bool ambiguous(const schema::Relation& relation, const std::string& name) {
  return std::count_if(relation.operand().begin(), relation.operand().end(),
                       [&](const schema::Operand& operand) { return operand.attribute() == name || operand.length_of() == name; }) > 1;
}

std::vector<std::string> notes(const Profile& profile, const schema::Predicate& predicate) {
  const schema::Relation& relation = predicate.relation();
  std::vector<std::string> notes = {"compared as numbers; types are not looked at"};
  for (const schema::Operand& operand : relation.operand()) {
    if (operand.place().empty()) continue;
    const std::string& name = operand.length_of().empty() ? operand.attribute() : operand.length_of();
    notes.push_back(fmt::format("`{}`{} is that of {}", name, ambiguous(relation, name) ? " on the right" : "",
                                describe_same_layer(profile, profile.place_index(operand.place()))));
  }
  if (relation.skip_without_run()) notes.emplace_back("does not apply where the run does not say it");
  return notes;
}

}  // namespace relation

const PredicateKind kRelation{
    schema::Predicate::kRelationFieldNumber, relation::judge, relation::reads, relation::required, relation::repairs, relation::notes};

}  // namespace tracegate::rules::predicates
