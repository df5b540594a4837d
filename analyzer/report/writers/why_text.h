// The explanation for people: the gate's report, the nearest layer that matches, the checked changes and the money.
#pragma once

#include <string>

#include "analyzer/report/report.pb.h"

namespace tracegate::analyzer {

std::string write_why_text(const schema::Report& report);

}  // namespace tracegate::analyzer
