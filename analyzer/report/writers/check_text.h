// The gate's report for people: the model's summary, then each failing layer class, undetermined facts grouped by what is missing.
//
// Independent of locale and terminal width: equal reports give equal bytes.
#pragma once

#include <string>

#include "analyzer/report/report.pb.h"
#include "analyzer/report/writers/lines.h"

namespace tracegate::analyzer {

std::string write_check_text(const schema::Report& report);

// One model that could be read. `hints`: with each condition's remedy, which nothing has checked.
void model_lines(const schema::ProfileReference& profile, const schema::Model& model, bool hints, Lines& out);

}  // namespace tracegate::analyzer
