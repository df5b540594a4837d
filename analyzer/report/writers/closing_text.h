// The end of the gate's text report: what passed, what the verdict means, notes, the run.
#pragma once

#include "analyzer/report/report.pb.h"
#include "analyzer/report/writers/lines.h"

namespace tracegate::analyzer {

void closing_lines(const schema::ProfileReference& profile, const schema::Model& model, Lines& out);

}  // namespace tracegate::analyzer
