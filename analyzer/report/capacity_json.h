// The largest waves that fit, as JSON: `WaveCapacity` of analyzer/report.proto.
#pragma once

#include <string>

#include "analyzer/report/entry.h"
#include "analyzer/report/price_text.h"
#include "analyzer/wave_capacity.h"

namespace tracegate::analyzer {

// Ends with a newline.
std::string write_capacity_json(const ProgramInfo& program, const PriceSubject& subject, const WaveCapacity& capacity);

}  // namespace tracegate::analyzer
