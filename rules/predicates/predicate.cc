#include "rules/predicates/predicate.h"

#include "rules/language/rule.pb.h"

namespace tracegate::rules {
namespace {

// The worst verdict decides, in Kleene's order; what was found is told for each part that is not matched.
template <typename Predicates>
Outcome judge_many(const Context& context, const Subject& subject, const Predicates& predicates, bool all) {
  Outcome out;
  out.verdict = all ? Verdict::kMatched : Verdict::kMissed;
  for (const schema::Predicate& part : predicates) {
    const Outcome outcome = judge(context, subject, part);
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

Outcome negated(Outcome outcome) {
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

}  // namespace

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  if (subject.at.state == Located::State::kUndetermined) return Outcome::undetermined(subject.at.reason, subject.at.detail);
  switch (predicate.kind_case()) {
    case schema::Predicate::kValue:
    case schema::Predicate::kCallableIs:
    case schema::Predicate::kRelation:
    case schema::Predicate::kSameFacts:
      return judge_value(context, subject, predicate);
    case schema::Predicate::kPresent:
    case schema::Predicate::kExactClass:
    case schema::Predicate::kNotInstanceOf:
    case schema::Predicate::kClassText:
    case schema::Predicate::kIsModule:
    case schema::Predicate::kForwardOrigin:
    case schema::Predicate::kForbidden:
    case schema::Predicate::kNonEmptySequence:
    case schema::Predicate::kHasDescendant:
    case schema::Predicate::kOnlyChildren:
      return judge_class(context, subject, predicate);
    case schema::Predicate::kNoHooks:
    case schema::Predicate::kKeysAbsent:
    case schema::Predicate::kWrapper:
    case schema::Predicate::kDelegate:
    case schema::Predicate::kNoShadowedCallables:
    case schema::Predicate::kNoCallables:
      return judge_forward(context, subject, predicate);
    case schema::Predicate::kAdapterTensors:
    case schema::Predicate::kFirstParameter:
    case schema::Predicate::kRunEquals:
    case schema::Predicate::kChunkCount:
    case schema::Predicate::kGlobalIs:
      return judge_model(context, subject, predicate);
    case schema::Predicate::kAll:
      return judge_many(context, subject, predicate.all().predicate(), true);
    case schema::Predicate::kAny:
      return judge_many(context, subject, predicate.any().predicate(), false);
    case schema::Predicate::kNot:
      return negated(judge(context, subject, predicate.not_()));
    case schema::Predicate::KIND_NOT_SET:
      break;  // refused when the profile was loaded; of a kind that is not known here nothing can be said
  }
  return Outcome::undetermined(Reason::kUnreadable, "a predicate that this version does not know");
}

}  // namespace tracegate::rules
