// The price of a wave for people: the policies side by side, each asked one as the sum that it is, and what the gate costs.
//
// Independent of locale and terminal width: equal reports give equal bytes.
#pragma once

#include <string>

#include "analyzer/report/report.pb.h"
#include "analyzer/report/writers/lines.h"

namespace tracegate::analyzer {

std::string write_price_text(const schema::Report& report);

void price_lines(const schema::WavePrice& price, Lines& out);

}  // namespace tracegate::analyzer
