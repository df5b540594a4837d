// What keeps a profile's widths out of a price, and what that costs the wave.
#pragma once

#include "analyzer/report/report.pb.h"
#include "analyzer/report/writers/lines.h"

namespace tracegate::analyzer {

// Of a price that does not use the widths of its policy's profile.
void gate_cost_lines(const schema::WavePrice& price, const schema::PolicyPrice& policy, Lines& out);

}  // namespace tracegate::analyzer
