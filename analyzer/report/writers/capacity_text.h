// The largest waves that fit, for people.
#pragma once

#include <string>

#include "analyzer/report/report.pb.h"

namespace tracegate::analyzer {

std::string write_capacity_text(const schema::Report& report);

}  // namespace tracegate::analyzer
