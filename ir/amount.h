// Bytes, rows, tokens: a whole number of 64 bits whose arithmetic is checked. An overflow throws Overflow, never wraps.
#pragma once

#include <compare>
#include <cstdint>

namespace tracegate {

struct Overflow {};

class Amount {
 public:
  constexpr Amount() = default;
  constexpr Amount(std::int64_t value) : value_(value) {}  // NOLINT(google-explicit-constructor): a number is an amount

  constexpr std::int64_t value() const { return value_; }
  constexpr explicit operator bool() const { return value_ != 0; }
  constexpr auto operator<=>(const Amount&) const = default;

  friend constexpr Amount operator+(Amount a, Amount b) {
    std::int64_t out = 0;
    if (__builtin_add_overflow(a.value_, b.value_, &out)) throw Overflow();
    return out;
  }
  friend constexpr Amount operator-(Amount a, Amount b) {
    std::int64_t out = 0;
    if (__builtin_sub_overflow(a.value_, b.value_, &out)) throw Overflow();
    return out;
  }
  friend constexpr Amount operator*(Amount a, Amount b) {
    std::int64_t out = 0;
    if (__builtin_mul_overflow(a.value_, b.value_, &out)) throw Overflow();
    return out;
  }
  constexpr Amount& operator+=(Amount other) { return *this = *this + other; }
  constexpr Amount& operator-=(Amount other) { return *this = *this - other; }

 private:
  std::int64_t value_ = 0;
};

// The quotient of two amounts, rounded up; `a` >= 0, `b` > 0.
constexpr Amount ceil_div(Amount a, Amount b) { return a.value() / b.value() + (a.value() % b.value() != 0 ? 1 : 0); }

}  // namespace tracegate
