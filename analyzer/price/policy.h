// The four ways to price a wave (docs/price.md, section 1).
#pragma once

#include <array>
#include <string_view>

namespace tracegate::price {

enum class Policy { kMain, kToday, kTraced, kLater };

inline constexpr std::array kPolicies = {Policy::kMain, Policy::kToday, Policy::kTraced, Policy::kLater};

constexpr std::string_view name(Policy policy) {
  constexpr std::array<std::string_view, 4> kNames = {"main", "today", "traced", "later"};
  return kNames[static_cast<std::size_t>(policy)];
}

}  // namespace tracegate::price
