// The report for people: the model's summary, then each failing layer class, undetermined facts grouped by what is missing.
//
// Independent of locale and terminal width: equal input gives equal bytes.
#pragma once

#include <string>
#include <vector>

#include "analyzer/report/entry.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

// `hints`: with each condition's remedy, which nothing has checked.
std::string write_text(const rules::Profile& profile, const std::vector<ModelEntry>& models, bool hints = true);

}  // namespace tracegate::analyzer
