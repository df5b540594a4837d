// Parts of the gate's text report: what a group of layers misses, and what is missing to decide.
#pragma once

#include "analyzer/report/writers/group.h"
#include "analyzer/report/writers/lines.h"

namespace tracegate::analyzer {

void block_lines(const schema::ProfileReference& profile, const schema::Model& model, const Block& block, bool hints, Lines& out);

void missing_lines(const schema::Model& model, const MissingFact& missing, Lines& out);

}  // namespace tracegate::analyzer
