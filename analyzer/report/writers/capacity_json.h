// The largest waves that fit, as JSON: `WaveCapacity` of analyzer/report/report.proto.
#pragma once

#include <string>

#include "analyzer/quote/wave_capacity.h"
#include "analyzer/report/entry.h"
#include "analyzer/report/writers/price_text.h"

namespace tracegate::analyzer {

// Ends with a newline.
std::string write_capacity_json(const ProgramInfo& program, const PriceSubject& subject, const WaveCapacity& capacity);

}  // namespace tracegate::analyzer
