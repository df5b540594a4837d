#include "rules/places/verdict.h"

namespace tracegate::rules {

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kMatched:
      return "matched";
    case Verdict::kMissed:
      return "missed";
    case Verdict::kUndetermined:
      return "undetermined";
    case Verdict::kBlocked:
      return "blocked";
    case Verdict::kNotApplicable:
      return "not_applicable";
  }
  return "";
}

std::string_view name(Reason reason) {
  switch (reason) {
    case Reason::kMatched:
      return "matched";
    case Reason::kNotExported:
      return "not_exported";
    case Reason::kValueMismatch:
      return "value_mismatch";
    case Reason::kOutOfRange:
      return "out_of_range";
    case Reason::kTypeSubclass:
      return "type_subclass";
    case Reason::kCountMismatch:
      return "count_mismatch";
    case Reason::kForeignHook:
      return "foreign_hook";
    case Reason::kBlockedBy:
      return "blocked_by";
    case Reason::kUnreadable:
      return "unreadable";
    case Reason::kAbsent:
      return "absent";
    case Reason::kUnknownChild:
      return "unknown_child";
    case Reason::kBudgetExceeded:
      return "budget_exceeded";
  }
  return "";
}

Verdict kleene_and(Verdict a, Verdict b) {
  if (a == Verdict::kMissed || b == Verdict::kMissed) return Verdict::kMissed;
  if (a == Verdict::kUndetermined || b == Verdict::kUndetermined) return Verdict::kUndetermined;
  return Verdict::kMatched;
}

Verdict kleene_or(Verdict a, Verdict b) { return kleene_not(kleene_and(kleene_not(a), kleene_not(b))); }

Verdict kleene_not(Verdict a) {
  switch (a) {
    case Verdict::kMatched:
    case Verdict::kNotApplicable:
      return Verdict::kMissed;
    case Verdict::kMissed:
      return Verdict::kMatched;
    default:
      return Verdict::kUndetermined;
  }
}

}  // namespace tracegate::rules
