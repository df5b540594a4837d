// The report for problem matchers: one line a finding, "FILE:PATH: LEVEL: FOUND, required REQUIRED [PROFILE:CONDITION]".
//
// LEVEL is error, note or open (a warning: not decided). A finding about the whole model has no PATH. What all layers of one class have is
// one line, with the path of the first of them. A matched model is one line, "FILE: matched [PROFILE]". A file that could not be read has
// none: the caller tells it.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/report/report.pb.h"

namespace tracegate::analyzer {

std::string write_concise(const schema::Report& report);

// One line of that form about a file as a whole, without the bracket: "FILE: error: TEXT". `file`: escaped text.
std::string concise_error(std::string_view file, std::string_view text);

}  // namespace tracegate::analyzer
