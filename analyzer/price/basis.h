// What the formulas of one price look at.
#pragma once

#include "analyzer/price/policy.h"
#include "analyzer/price/sum.h"
#include "analyzer/price/wave.h"

namespace tracegate::price {

struct Basis {
  const Wave& wave;
  const Setting& setting;
  const PolicyRules& rules;
  ProfileWidths widths;      // those used: 0 where none are
  Ledger* ledger = nullptr;  // where sums keep their terms

  bool uses_profile_widths() const { return widths.gradient != 0; }
};

}  // namespace tracegate::price
