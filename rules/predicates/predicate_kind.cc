#include "rules/predicates/predicate_kind.h"

#include <algorithm>
#include <array>

namespace tracegate::rules {
namespace {

using namespace predicates;

constexpr std::array kKinds = {
    &kValue,       &kPresent,          &kExactClass,     &kNotInstanceOf,  &kClassText, &kIsModule,
    &kCallableIs,  &kNoHooks,          &kKeysAbsent,     &kWrapper,        &kDelegate,  &kNoShadowedCallables,
    &kNoCallables, &kForwardOrigin,    &kAdapterTensors, &kFirstParameter, &kRelation,  &kRunEquals,
    &kChunkCount,  &kNonEmptySequence, &kGlobalIs,       &kForbidden,      &kAll,       &kAny,
    &kNot,         &kHasDescendant,    &kOnlyChildren,   &kSameFacts,
};

// By field number, so that a judgement costs no search.
std::vector<const PredicateKind*> by_field() {
  std::vector<const PredicateKind*> rows;
  for (const PredicateKind* kind : kKinds) {
    const auto field = static_cast<std::size_t>(kind->field);
    rows.resize(std::max(rows.size(), field + 1));
    rows[field] = kind;
  }
  return rows;
}

}  // namespace

std::span<const PredicateKind* const> predicate_kinds() { return kKinds; }

const PredicateKind* kind_of(const schema::Predicate& predicate) {
  static const std::vector<const PredicateKind*> rows = by_field();
  const auto field = static_cast<std::size_t>(predicate.kind_case());
  return field < rows.size() ? rows[field] : nullptr;
}

void reads_no_fact(const Profile&, const schema::Predicate&, FactNeeds&) {}

}  // namespace tracegate::rules
