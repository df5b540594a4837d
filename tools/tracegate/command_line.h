// The words of a call: which verb they choose, and what they set of its options.
#pragma once

#include "tools/tracegate/verbs.h"

namespace tracegate::cli {

// The verb that was chosen; null where the call asks for help or the version, which is then told, and `exit` is what to end with. Throws
// UsageError.
const Verb* parse_command_line(int argc, char** argv, int& exit);

}  // namespace tracegate::cli
