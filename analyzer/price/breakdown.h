// A price as the sum that it is: the terms of the branch that won, for reports (docs/price.md, section 3.10 and 3.11).
#pragma once

#include <string>
#include <vector>

#include "analyzer/price/price.h"

namespace tracegate::price {

struct Term {
  std::string title;
  std::string formula;  // in the symbols of docs/price.md
  std::string numbers;  // the formula with its numbers
  Amount bytes;         // may be below 0: what the largest total already holds
  std::string section;  // of docs/price.md
};

struct Breakdown {
  std::string branch;       // what set the price
  std::string floor;        // which floor it stands on
  std::string stage;        // the group, and per layout the rank, that set the stage; empty where no stage did
  std::vector<Term> terms;  // add up to `raw`, exactly
  Amount raw;               // before the factor
  Amount required;          // the plan cost
};

// `price`: of this wave. Throws Overflow where the terms do not fit, which the price itself would have thrown before.
Breakdown breakdown(const Wave& wave, const Setting& setting, const Price& price);

// A whole number with a comma behind each three digits.
std::string grouped(Amount amount);

}  // namespace tracegate::price
