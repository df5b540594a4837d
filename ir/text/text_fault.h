// A fault in a text that somebody wrote, as a message: FILE:LINE:COLUMN: what, then the line and a caret below the place.
#pragma once

#include <string>
#include <string_view>

namespace tracegate::ir {

// `line` and `column` from 0; the column in bytes, a tab advancing to the next multiple of 8, as protobuf counts. `what` and the line are
// escaped (ir/text/escape.h). Of a long line the part around the fault is shown.
std::string text_fault(std::string_view text, std::string_view file, int line, int column, std::string_view what);

}  // namespace tracegate::ir
