// One model of a report: what was judged, or why it could not be read.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "analyzer/gate/gate.h"
#include "analyzer/quote/wave_price.h"

namespace tracegate::analyzer {

struct ModelEntry {
  std::string file;                               // as the caller gave it
  std::variant<GateReport, std::string> outcome;  // a text: the error
  std::optional<WavePrice> price;                 // of the wave that was given
  std::string wave;                               // its file

  const GateReport* gate() const { return std::get_if<GateReport>(&outcome); }
  const std::string* error() const { return std::get_if<std::string>(&outcome); }
};

// Who made the report.
struct ProgramInfo {
  std::string name;
  std::string version;
};

}  // namespace tracegate::analyzer
