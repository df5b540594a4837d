// A price in words, for reports: every text in one place (docs/price.md).
#pragma once

#include <string>
#include <string_view>

#include "analyzer/price/price.h"

namespace tracegate::price {

struct TermWords {
  std::string title;
  std::string_view formula;  // in the symbols of docs/price.md
  std::string numbers;       // the formula with its numbers; may be empty
};

TermWords words_of(const Term& term);

// What set the price: "recompute of a gradient wave".
std::string_view words_of(Branch branch);

// The floor that the price stands on.
std::string_view floor_words(const Price& price);

// The group, and per layout the rank, that set the stage; empty where none did.
std::string words_of(const Stage& stage);

}  // namespace tracegate::price
