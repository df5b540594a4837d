// How the decision about a report ends the process.
#pragma once

#include "analyzer/ci/decide.h"
#include "tools/tracegate/exit.h"

namespace tracegate::cli {

inline int exit_of(analyzer::ci::Outcome outcome) {
  switch (outcome) {
    case analyzer::ci::Outcome::kAsExpected:
      return kAsExpected;
    case analyzer::ci::Outcome::kFindings:
      return kFindings;
    case analyzer::ci::Outcome::kUndecided:
      return kUndecided;
  }
  return kOurBug;
}

}  // namespace tracegate::cli
