// What a look-up of a fact answers.
//
// Facts are three-valued: present with a value, absent (the object was asked and has no such thing), or not to be had (nobody asked, or
// asking failed). The three are never mixed up: `absent` is a fact, "not collected" is none.
#pragma once

#include <cstdint>

#include "ir/graph/value.h"

namespace tracegate::ir {

struct Fact {
  enum class State : std::uint8_t { kPresent, kAbsent, kNotCollected, kUnreadable };

  State state = State::kAbsent;
  Value value;  // kPresent and kUnreadable only

  static Fact present(const Value& value) { return {State::kPresent, value}; }
  static Fact absent() { return {}; }
  static Fact not_collected() { return {State::kNotCollected, {}}; }
};

}  // namespace tracegate::ir
