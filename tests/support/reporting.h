// Reports as the command line assembles them.
#pragma once

#include "analyzer/gate/gate.h"
#include "analyzer/report/report.pb.h"
#include "analyzer/tree/module_tree.h"
#include "analyzer/why/explanation.h"
#include "rules/language/profile.h"

namespace tracegate::test {

analyzer::schema::Report report_of(const rules::Profile& profile, analyzer::GateReport gate);
analyzer::schema::Report report_of(const rules::Profile& profile, analyzer::Explanation explanation);
// With nothing but the tree, its classes of layers and this name of a file.
analyzer::schema::Report report_of(std::string_view file, analyzer::ModuleTree tree);

}  // namespace tracegate::test
