// The price of a wave as JSON: `WavePrice` of analyzer/report/report.proto.
#pragma once

#include <nlohmann/json.hpp>

#include "analyzer/quote/wave_price.h"
#include "analyzer/report/entry.h"
#include "analyzer/report/writers/price_text.h"

namespace tracegate::analyzer {

nlohmann::ordered_json price_json(const PriceSubject& subject, const WavePrice& price);

// A whole report that holds this price alone. Ends with a newline.
std::string write_price_json(const ProgramInfo& program, const PriceSubject& subject, const WavePrice& price);

}  // namespace tracegate::analyzer
