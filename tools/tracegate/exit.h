// Exit codes. Over several models it is the highest in the order 4, 2, 3, 1, 0.
#pragma once

namespace tracegate::cli {

enum Exit : int {
  kAsExpected = 0,
  kFindings = 1,   // the gate is not as expected, or the wave is over the budget
  kWrongCall = 2,  // flags, profile, wave, facts that contradict the file
  kUndecided = 3,  // unreadable, no decoder layer, undetermined, no price
  kOurBug = 4,
  kInterrupted = 130,
};

}  // namespace tracegate::cli
