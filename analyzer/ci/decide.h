// What a report means to a caller who expects something: the level of every finding, and how the call ends.
//
// The one place that decides it: writers show levels, and verbs turn the outcome into an exit code.
#pragma once

#include <cstdint>

#include "analyzer/report/report.pb.h"

namespace tracegate::analyzer::ci {

struct Expectation {
  analyzer::schema::Verdict::Value verdict = schema::Verdict::matched;  // undetermined: any
  bool strict_versions = false;                                         // a match outside the traced versions is a finding
};

// From the best to the worst.
enum class Outcome : std::uint8_t { kAsExpected, kFindings, kUndecided };

// One file that could be read: sets the level of its subjects, and adds what is to be said of the file as a whole.
Outcome decide(const Expectation& expectation, schema::Model& model);

// A price that was asked for: undecided where there is none, a finding where it is over the budget. Of several prices `traced` stands for
// the budget.
Outcome decide(const schema::WavePrice& price);

// Undecided where a wave has no price.
Outcome decide(const schema::WaveCapacity& capacity);

}  // namespace tracegate::analyzer::ci
