// `tracegate version`: what this program is and reads.

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "analyzer/report/json/json.h"
#include "ir/dialects/dialect.h"
#include "rules/language/profile.h"
#include "rules/language/shipped.h"
#include "tools/tracegate/exit.h"
#include "tools/tracegate/flags.h"
#include "tools/tracegate/output.h"
#include "tools/tracegate/verbs.h"
#include "tools/tracegate/version.h"

namespace tracegate::cli {
namespace {

std::string format;

void add_options(Flags& verb) { verb.format(format, {"text", "json"}, "of the answer"); }

std::string text() {
  std::string out = fmt::format("tracegate {}\nreport schema  {}\ndialects read  {}\n", kVersion, analyzer::kReportSchema,
                                fmt::join(ir::dialects_read(), ", "));
  for (const rules::ShippedProfile& shipped : rules::shipped_profiles()) {
    const rules::Profile profile = rules::Profile::shipped(shipped);
    out += fmt::format("profile        {} v{} {}\n", profile.id(), profile.version(), profile.digest());
  }
  return out;
}

std::string json() {
  nlohmann::ordered_json json;
  json["tool"] = {{"name", "tracegate"}, {"version", kVersion}};
  json["report_schema"] = analyzer::kReportSchema;
  json["dialects"] = ir::dialects_read();
  json["profiles"] = nlohmann::ordered_json::array();
  for (const rules::ShippedProfile& shipped : rules::shipped_profiles()) {
    const rules::Profile profile = rules::Profile::shipped(shipped);
    nlohmann::ordered_json entry;
    entry["id"] = profile.id();
    entry["version"] = profile.version();
    entry["digest"] = profile.digest();
    json["profiles"].push_back(std::move(entry));
  }
  return json.dump(2) + "\n";
}

int run() { return print(format == "json" ? json() : text()) ? kAsExpected : kUndecided; }

}  // namespace

const Verb kVersionVerb = {"version", "what this program is and reads", add_options, run};

}  // namespace tracegate::cli
