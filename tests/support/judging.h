// A fixture, or any bytes, judged by a shipped profile.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/gate/gate.h"
#include "rules/language/profile.h"

namespace tracegate::test {

// A shipped profile, read once.
const rules::Profile& shipped(std::string_view id);

// The path of a file of the source tree.
std::string source_path(std::string_view relative);

analyzer::GateReport judge_bytes(std::string_view bytes, const rules::Profile& profile);

// The JSON report of one model.
std::string json_of(std::string_view bytes, const rules::Profile& profile);

// The ids of the deciding conditions with this verdict, in the profile's order.
std::vector<std::string> ids_with(const analyzer::GateReport& report, rules::Verdict verdict);

}  // namespace tracegate::test
