// The three truth values of a condition, what else a single subject can be, and why.
//
// matched: the fact is there and meets the requirement. missed: it is there and does not. undetermined: it is not to be had. A subject can
// also be blocked (another miss stands in front of it: neither missed nor undetermined) or not applicable (which counts as matched).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tracegate::rules {

enum class Verdict : std::uint8_t { kMatched, kMissed, kUndetermined, kBlocked, kNotApplicable };

// Closed list; the words are part of the report's schema.
enum class Reason : std::uint8_t {
  kMatched,
  kNotExported,  // nobody asked for the fact
  kValueMismatch,
  kOutOfRange,
  kTypeSubclass,  // the right family, not the exact class
  kCountMismatch,
  kForeignHook,
  kBlockedBy,
  kUnreadable,  // reading it raised, or would use it up
  kAbsent,
  kUnknownChild,  // something is there that must not be
  kBudgetExceeded,
};

std::string_view name(Verdict verdict);
std::string_view name(Reason reason);

// Kleene's strong logic on matched, missed and undetermined.
Verdict kleene_and(Verdict a, Verdict b);
Verdict kleene_or(Verdict a, Verdict b);
Verdict kleene_not(Verdict a);

// What one predicate says of one subject.
struct Outcome {
  Verdict verdict = Verdict::kMatched;
  Reason reason = Reason::kMatched;
  // The verdict rests on something that is not there: the place, or the attribute read there. Then a miss at the same place or above it
  // blocks.
  bool absent = false;
  // What was found, in words; empty where the verdict is matched.
  std::string found;

  static Outcome matched() { return {}; }
  // Nothing is there that could be otherwise.
  static Outcome matched_absent() { return {Verdict::kMatched, Reason::kMatched, true, {}}; }
  static Outcome not_applicable() { return {Verdict::kNotApplicable, Reason::kMatched, false, {}}; }
  static Outcome missed(Reason reason, std::string found) { return {Verdict::kMissed, reason, false, std::move(found)}; }
  static Outcome missed_absent(std::string found = "absent") { return {Verdict::kMissed, Reason::kAbsent, true, std::move(found)}; }
  static Outcome undetermined(Reason reason, std::string found) { return {Verdict::kUndetermined, reason, false, std::move(found)}; }
};

}  // namespace tracegate::rules
