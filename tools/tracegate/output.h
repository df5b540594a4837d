// Where words go: the report to standard output, everything else to standard error.
#pragma once

#include <string_view>

namespace tracegate::cli {

// One line on standard error, "tracegate: ...".
void complain(std::string_view text);

// One line on standard error as it is.
void complain_plainly(std::string_view line);

// The whole report in one piece. False, with a complaint, where it could not be written.
bool print(std::string_view report);

}  // namespace tracegate::cli
