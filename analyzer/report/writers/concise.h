// The report for problem matchers: one line a finding, "FILE:PATH: LEVEL: FOUND, required REQUIRED [PROFILE:CONDITION]".
//
// LEVEL is error, note or open (not decided). A finding about the whole model has no PATH. What all layers of one class have is one line,
// with the path of the first of them. A matched model is one line, "FILE: matched [PROFILE]". A file that could not be read has none: the
// caller tells it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/report/entry.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

// What the caller expects: it makes a finding an error or a note.
struct Expected {
  rules::Verdict verdict = rules::Verdict::kMatched;  // undetermined: any
  bool strict_versions = false;
};

std::string write_concise(const rules::Profile& profile, const std::vector<ModelEntry>& models, const Expected& expected);

// One line of that form about a file as a whole, without the bracket: "FILE: error: TEXT".
std::string concise_error(const std::string& file, std::string_view text);

}  // namespace tracegate::analyzer
