// Decisions of a random generator that can be made again with exactly one of them changed: so two things differ in one respect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace tracegate::test {

class Draws {
 public:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  // `changed`: the number of the decision, from 0, that is made otherwise.
  explicit Draws(std::uint64_t seed, std::uint64_t changed = kNone) : seed_(seed), changed_(changed) {}

  // 0 to count - 1; `count` above 0.
  std::size_t below(std::size_t count) {
    std::uint64_t value = mixed(seed_ + 0x9E3779B97F4A7C15u * (made_ + 1)) % count;
    if (made_++ == changed_) value = (value + 1) % count;
    return static_cast<std::size_t>(value);
  }
  bool one_in(std::size_t count) { return below(count) == 0; }
  template <typename List>
  const auto& of(const List& list) {
    return list[below(std::size(list))];
  }
  // A seed for something that is drawn apart.
  std::uint64_t seed() { return mixed(seed_ ^ (0xD1B54A32D192ED03u * (made_++ + 1))); }
  std::uint64_t made() const { return made_; }

 private:
  // The finalizer of SplitMix64: the same on every machine, which the standard's distributions are not.
  static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
  }

  std::uint64_t seed_;
  std::uint64_t changed_;
  std::uint64_t made_ = 0;
};

}  // namespace tracegate::test
