// What is contradictory in a wave, and what is only odd (docs/price.md, section 2.5). One value alone is checked where it is read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/price/wave.h"

namespace tracegate::price {

struct WaveProblem {
  std::optional<std::size_t> group;  // index; none: the wave as a whole
  std::string text;                  // what is wrong, and what would be right
};

struct WaveCheck {
  std::vector<WaveProblem> errors;
  std::vector<std::string> warnings;
};

WaveCheck check_wave(const Wave& wave, const Setting& setting);

// What is wrong with the sizes, one line each; empty where nothing is.
std::vector<std::string> check_geometry(const Geometry& geometry);

}  // namespace tracegate::price
