// The waves among the known answers.
#pragma once

#include <nlohmann/json.hpp>

#include "tests/oracle/terms.h"

namespace tracegate::oracle {

// True where the line's topology is refused, with the reason that the line names.
bool compare_wave(const nlohmann::json& line, Terms& terms);

}  // namespace tracegate::oracle
