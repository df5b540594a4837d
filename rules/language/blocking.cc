#include "rules/language/blocking.h"

#include "rules/language/rule.pb.h"

namespace tracegate::rules {
namespace {

bool is_guard(const schema::Condition& condition) {
  if (condition.scope_size() != 1) return false;
  const auto scope = condition.scope(0).kind_case();
  if (scope != schema::Scope::kPlace && scope != schema::Scope::kGroup) return false;
  switch (condition.predicate().kind_case()) {
    case schema::Predicate::kPresent:
    case schema::Predicate::kExactClass:
    case schema::Predicate::kNonEmptySequence:
      return !condition.support();
    default:
      return false;
  }
}

}  // namespace

Blocking::Blocking(const Profile& profile) : guards_(profile.places()), places_(profile.conditions()), required_(profile.conditions()) {
  for (std::size_t place = 0; place < profile.places(); ++place) parents_.push_back(profile.parent(place));
  for (std::size_t i = 0; i < profile.conditions(); ++i) {
    const schema::Condition& condition = profile.condition(i);
    for (const schema::Scope& scope : condition.scope()) {
      const std::vector<std::size_t> found = profile.scope_places(scope);
      places_[i].insert(places_[i].end(), found.begin(), found.end());
    }
    if (is_guard(condition)) {
      for (const std::size_t place : places_[i]) guards_[place].push_back(i);
    }
    for (const schema::Requirement& required : condition.require()) {
      required_[i].push_back({required.own_guards() ? kNone : profile.condition_index(required.condition()),
                              required.at().empty() ? kNone : profile.place_index(required.at())});
    }
  }
}

std::vector<Blocker> Blocking::of(std::size_t condition) const {
  std::vector<Blocker> found;
  const auto collect = [&](const Blocker& blocker) {
    found.push_back(blocker);
    return false;
  };
  find_required(condition, places_[condition], collect);
  for (const std::size_t place : places_[condition]) find_absent(condition, place, collect);
  return found;
}

}  // namespace tracegate::rules
