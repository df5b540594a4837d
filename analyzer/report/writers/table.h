// Every format of every report. A new format is one file here and one row of the table.
#pragma once

#include <string>
#include <string_view>

namespace tracegate::analyzer {

namespace schema {
class Report;
}

enum class ReportKind { kCheck, kPrice, kCapacity, kWhy, kGraph, kExplain };

struct Writer {
  ReportKind kind;
  std::string_view format;
  std::string (*write)(const schema::Report&);
};

// The report in a format that its kind has; the command line knows which.
std::string write_report(ReportKind kind, std::string_view format, const schema::Report& report);

}  // namespace tracegate::analyzer
