// Where words go: the report to standard output, everything else to standard error.
//
// Everything goes through ir::displayed (ir/text/escape.h), so that no word of a caller or of a file moves a cursor, hides a letter or
// gives an order to a CI log, whatever the format.
#pragma once

#include <string_view>

namespace tracegate::cli {

// To be called first. A standard stream that is closed stays closed: its number is not given to the next file that is opened. A reader that
// goes away is an error of the stream, no signal. Without memory the program ends with kUndecided and one line.
void prepare_streams();

// One line on standard error, "tracegate: ...". A line break is ours where two spaces follow it; another one is escaped. What cannot be
// written there is lost: it never changes how the program ends.
void complain(std::string_view text);

// The same without "tracegate: ".
void complain_plainly(std::string_view text);

// The whole report in one piece. False, with a complaint, where it could not be written.
bool print(std::string_view report);

}  // namespace tracegate::cli
