// The largest waves that fit, for people.
#pragma once

#include <string>

#include "analyzer/quote/wave_capacity.h"
#include "analyzer/report/writers/price_text.h"

namespace tracegate::analyzer {

std::string write_capacity_text(const PriceSubject& subject, const WaveCapacity& capacity);

}  // namespace tracegate::analyzer
