// The largest waves that fit, for people.
#pragma once

#include <string>

#include "analyzer/report/price_text.h"
#include "analyzer/wave_capacity.h"

namespace tracegate::analyzer {

std::string write_capacity_text(const PriceSubject& subject, const WaveCapacity& capacity);

}  // namespace tracegate::analyzer
