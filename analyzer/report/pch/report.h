// As ir/pch/common.h, for the rooms that fill or write reports.
#ifndef TRACEGATE_ANALYZER_REPORT_PCH_REPORT_H  // `#pragma once` is refused in a file that is compiled alone
#define TRACEGATE_ANALYZER_REPORT_PCH_REPORT_H

#include "analyzer/report/report.pb.h"
#include "ir/pch/common.h"

#endif
