// The price of a wave for people: the policies side by side, each asked one as the sum that it is, and what the gate costs.
//
// Independent of locale and terminal width: equal input gives equal bytes.
#pragma once

#include <string>

#include "analyzer/quote/wave_price.h"

namespace tracegate::analyzer {

// What the price is about, as the caller named it.
struct PriceSubject {
  std::string model;  // a file; empty: a geometry file stands for the model
  std::string wave;
};

std::string write_price_text(const PriceSubject& subject, const WavePrice& price);

// 5843271680 as "5.44 GiB"; below a GiB in MiB, below a MiB in KiB with one digit, below a KiB in bytes.
std::string in_units(Amount bytes);

}  // namespace tracegate::analyzer
