// `all`, `any` and `not`: predicates of predicates, in Kleene's logic.
#include <fmt/format.h>

#include "ir/text/words.h"
#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules::predicates {
namespace combinations {

// A predicate of all, or of any.
const auto& parts_of(const schema::Predicate& predicate) {
  return predicate.has_all() ? predicate.all().predicate() : predicate.any().predicate();
}

// The worst verdict decides, in Kleene's order; what was found is told for each part that is not matched.
Outcome judge_parts(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  const bool all = predicate.has_all();
  Outcome out;
  out.verdict = all ? Verdict::kMatched : Verdict::kMissed;
  for (const schema::Predicate& part : parts_of(predicate)) {
    const Outcome outcome = rules::judge(context, subject, part);
    out.verdict = all ? kleene_and(out.verdict, outcome.verdict) : kleene_or(out.verdict, outcome.verdict);
    out.absent = out.absent || outcome.absent;
    if (outcome.found.empty()) continue;
    if (!out.found.empty()) out.found += "; ";
    out.found += outcome.found;
    if (out.reason == Reason::kMatched || outcome.verdict == out.verdict) out.reason = outcome.reason;
  }
  if (out.verdict == Verdict::kMatched) {
    out.reason = Reason::kMatched;
    out.found.clear();
  }
  return out;
}

Outcome judge_not(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  Outcome outcome = rules::judge(context, subject, predicate.not_());
  outcome.verdict = kleene_not(outcome.verdict);
  if (outcome.verdict == Verdict::kMatched) {
    outcome.reason = Reason::kMatched;
    outcome.found.clear();
  } else if (outcome.verdict == Verdict::kMissed) {
    outcome.reason = Reason::kValueMismatch;
    outcome.found = "it is so";
  }
  return outcome;
}

void reads_parts(const Profile& profile, const schema::Predicate& predicate, FactNeeds& needs) {
  for (const schema::Predicate& part : parts_of(predicate)) add_reads(profile, part, needs);
}

void reads_not(const Profile& profile, const schema::Predicate& predicate, FactNeeds& needs) {
  add_reads(profile, predicate.not_(), needs);
}

std::string required_parts(const schema::Predicate& predicate) {
  std::vector<std::string> parts;
  for (const schema::Predicate& part : parts_of(predicate)) parts.push_back(describe(part));
  return ir::enumerate(parts, predicate.has_all() ? "and" : "or");
}

std::string required_not(const schema::Predicate& predicate) { return fmt::format("not: {}", describe(predicate.not_())); }

// What each part that is not matched needs, all of it together.
std::vector<Repair> repairs_all(const RepairSite& site, const schema::Predicate& predicate) {
  Repair together;
  for (const schema::Predicate& part : predicate.all().predicate()) {
    if (rules::judge(site.context, site.subject, part).verdict == Verdict::kMatched) continue;
    const std::vector<Repair> ways = rules::repairs(site.context, site.subject, part, site.layer);
    if (ways.empty()) return {};
    together.insert(together.end(), ways.front().begin(), ways.front().end());
  }
  return {std::move(together)};
}

std::vector<Repair> repairs_any(const RepairSite& site, const schema::Predicate& predicate) {
  std::vector<Repair> ways;
  for (const schema::Predicate& part : predicate.any().predicate()) {
    for (Repair& way : rules::repairs(site.context, site.subject, part, site.layer)) ways.push_back(std::move(way));
  }
  return ways;
}

std::vector<std::string> notes_parts(const Profile& profile, const schema::Predicate& predicate) {
  std::vector<std::string> notes;
  for (const schema::Predicate& part : parts_of(predicate)) {
    for (std::string& note : reading_notes(profile, part)) notes.push_back(std::move(note));
  }
  return notes;
}

std::vector<std::string> notes_not(const Profile& profile, const schema::Predicate& predicate) {
  return reading_notes(profile, predicate.not_());
}

}  // namespace combinations

const PredicateKind kAll{schema::Predicate::kAllFieldNumber, combinations::judge_parts, combinations::reads_parts,
                         combinations::required_parts,       combinations::repairs_all, combinations::notes_parts};
const PredicateKind kAny{schema::Predicate::kAnyFieldNumber, combinations::judge_parts, combinations::reads_parts,
                         combinations::required_parts,       combinations::repairs_any, combinations::notes_parts};
const PredicateKind kNot{schema::Predicate::kNotFieldNumber,
                         combinations::judge_not,
                         combinations::reads_not,
                         combinations::required_not,
                         nullptr,
                         combinations::notes_not};

}  // namespace tracegate::rules::predicates
