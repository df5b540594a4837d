// Which conditions can block a condition, and how: by its `require`, and by what makes its subject absent.
//
// The order of judging, the judging itself and the documentation all ask here. No model is looked at.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/language/profile.h"

namespace tracegate::rules {

// A condition that blocks another where it is missed, or blocked itself.
struct Blocker {
  enum class How : std::uint8_t {
    kSameSubject,  // about the very same subject
    kAtPlace,      // about what is at `place`
    kOwnGuard,     // a guard of `place`, where the subject is that place
    kAbsent,       // a guard of `place`, the subject's own or one above it, where what is asked for is absent
  };

  std::size_t condition;
  How how;
  std::size_t place;  // kNone for the same subject
};

// Keeps no reference to the profile.
class Blocking {
 public:
  // `profile`: its places are indexed already.
  explicit Blocking(const Profile& profile);

  // The presence and class conditions of a place, in the profile's order: what is absent below them is blocked by them.
  std::span<const std::size_t> guards(std::size_t place) const { return guards_[place]; }

  // Each calls `visit` with the blockers of a condition, the first to be named first, until it returns true; the condition for which it
  // did, or kNone. `place`: of a subject, or the one that the subject is below; kNone where it is neither.
  template <typename Visit>
  std::size_t find_required(std::size_t condition, std::size_t place, const Visit& visit) const {
    return find_required(condition, std::span(&place, 1), visit);
  }
  template <typename Visit>
  std::size_t find_absent(std::size_t condition, std::size_t place, const Visit& visit) const;

  // All of them, for the places that the condition's scopes rest on.
  std::vector<Blocker> of(std::size_t condition) const;

 private:
  struct Required {
    std::size_t condition;  // kNone: the guards of the subject's own place
    std::size_t place;
  };

  template <typename Visit>
  std::size_t find_required(std::size_t condition, std::span<const std::size_t> places, const Visit& visit) const;
  template <typename Visit>
  std::size_t find_guard(std::size_t condition, std::size_t own, std::size_t place, Blocker::How how, const Visit& visit) const;

  std::vector<std::size_t> parents_;              // by place
  std::vector<std::vector<std::size_t>> guards_;  // by place
  std::vector<std::vector<std::size_t>> places_;  // by condition: those that its scopes rest on
  std::vector<std::vector<Required>> required_;   // by condition
};

template <typename Visit>
std::size_t Blocking::find_guard(std::size_t condition, std::size_t own, std::size_t place, Blocker::How how, const Visit& visit) const {
  const std::vector<std::size_t>& guards = guards_[place];
  // Of the guards of one place the earlier blocks the later.
  const bool is_guard = place == own && std::binary_search(guards.begin(), guards.end(), condition);
  for (const std::size_t guard : guards) {
    if (guard == condition || (is_guard && guard > condition)) continue;
    if (visit(Blocker{guard, how, place})) return guard;
  }
  return kNone;
}

template <typename Visit>
std::size_t Blocking::find_required(std::size_t condition, std::span<const std::size_t> places, const Visit& visit) const {
  for (const Required& required : required_[condition]) {
    if (required.condition != kNone) {
      const auto how = required.place == kNone ? Blocker::How::kSameSubject : Blocker::How::kAtPlace;
      if (visit(Blocker{required.condition, how, required.place})) return required.condition;
      continue;
    }
    for (const std::size_t place : places) {
      const std::size_t guard = place == kNone ? kNone : find_guard(condition, place, place, Blocker::How::kOwnGuard, visit);
      if (guard != kNone) return guard;
    }
  }
  return kNone;
}

template <typename Visit>
std::size_t Blocking::find_absent(std::size_t condition, std::size_t own, const Visit& visit) const {
  for (std::size_t place = own; place != kNone; place = parents_[place]) {
    const std::size_t guard = find_guard(condition, own, place, Blocker::How::kAbsent, visit);
    if (guard != kNone) return guard;
  }
  return kNone;
}

}  // namespace tracegate::rules
