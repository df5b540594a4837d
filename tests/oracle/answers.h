// One line of known answers against our own prices. Four forms, told apart by their fields: waves, splits, heads, retained.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace tracegate::oracle {

struct Comparison {
  std::string id;
  bool refused = false;                  // the line's topology has no price here, and the refusal was the expected one
  std::vector<std::string> differences;  // "traced.plan_cost: 12, expected 13"
};

// Throws nlohmann::json::exception or std::runtime_error for a line of another form.
Comparison compare(const nlohmann::json& line);

}  // namespace tracegate::oracle
