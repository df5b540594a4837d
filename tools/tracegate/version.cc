#include "tools/tracegate/version.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "analyzer/report/json.h"
#include "ir/dialects/reader.h"
#include "rules/language/profile.h"
#include "rules/language/shipped.h"
#include "tools/tracegate/options.h"
#include "tools/tracegate/output.h"

namespace tracegate::cli {

analyzer::ProgramInfo program_info() { return {"tracegate", kVersion}; }

std::string version_text() {
  std::string text = fmt::format("tracegate {}\nreport schema  {}\ndialects read  {}", kVersion, analyzer::kReportSchema,
                                 fmt::join(ir::kDialectsRead, ", "));
  for (const rules::ShippedProfile& shipped : rules::shipped_profiles()) {
    const rules::Profile profile = rules::Profile::shipped(shipped);
    text += fmt::format("\nprofile        {} v{} {}", profile.id(), profile.version(), profile.digest());
  }
  return text;
}

int run_version(const VersionOptions& options) {
  if (options.format == "text") return print(version_text() + "\n") ? kAsExpected : kUndecided;
  nlohmann::ordered_json json;
  json["tool"] = {{"name", "tracegate"}, {"version", kVersion}};
  json["report_schema"] = analyzer::kReportSchema;
  json["dialects"] = ir::kDialectsRead;
  json["profiles"] = nlohmann::ordered_json::array();
  for (const rules::ShippedProfile& shipped : rules::shipped_profiles()) {
    const rules::Profile profile = rules::Profile::shipped(shipped);
    nlohmann::ordered_json entry;
    entry["id"] = profile.id();
    entry["version"] = profile.version();
    entry["digest"] = profile.digest();
    json["profiles"].push_back(std::move(entry));
  }
  return print(json.dump(2) + "\n") ? kAsExpected : kUndecided;
}

}  // namespace tracegate::cli
