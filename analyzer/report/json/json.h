// A report as one JSON object (analyzer/report/report.proto), both ways, by the descriptors of its messages. Equal reports give equal
// bytes.
#pragma once

#include <string>
#include <string_view>

namespace tracegate::analyzer {

namespace schema {
class Report;
}

inline constexpr const char* kReportSchema = "1.0";

// Ends with a newline. What is not valid UTF-8 becomes U+FFFD.
std::string write_json(const schema::Report& report);

// Fills `report`. Empty, or one line that says why the text is no report. Keys that this version does not know are passed over.
std::string read_json(std::string_view text, schema::Report& report);

}  // namespace tracegate::analyzer
