// Collects the terms that differ from a line's expected values.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ir/amount.h"

namespace tracegate::oracle {

class Terms {
 public:
  explicit Terms(std::vector<std::string>& differences) : differences_(differences) {}

  // Names the policy that the next terms belong to.
  void enter(std::string part) { part_ = std::move(part) + "."; }

  // Compares where `expected` has the key with a number.
  void check(const char* key, Amount ours, const nlohmann::json& expected) {
    if (!expected.contains(key) || expected.at(key).is_null()) return;
    same(key, std::to_string(ours.value()), expected.at(key).dump());
  }

  void same(const std::string& key, const std::string& ours, const std::string& expected) {
    if (ours != expected) differences_.push_back(fmt::format("{}{}: {}, expected {}", part_, key, ours, expected));
  }

 private:
  std::vector<std::string>& differences_;
  std::string part_;
};

}  // namespace tracegate::oracle
