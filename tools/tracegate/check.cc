// `tracegate check`: read, judge, report.

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "analyzer/gate.h"
#include "analyzer/report/json.h"
#include "analyzer/report/text.h"
#include "ir/error.h"
#include "ir/reader.h"
#include "tools/tracegate/options.h"
#include "tools/tracegate/output.h"
#include "tools/tracegate/profiles.h"
#include "tools/tracegate/run_facts.h"
#include "tools/tracegate/version.h"

namespace tracegate::cli {
namespace {

using rules::Verdict;

// 4, 2, 3, 1, 0: from the worst down.
int worse(int a, int b) {
  constexpr int kOrder[] = {kOurBug, kWrongCall, kUndecided, kFindings, kAsExpected};
  const auto rank = [&](int exit) { return std::find(std::begin(kOrder), std::end(kOrder), exit); };
  return rank(a) < rank(b) ? a : b;
}

int exit_of(const analyzer::GateReport& report, const CheckOptions& options) {
  if (options.expect == "any") return kAsExpected;
  if (report.decoder_layers == 0 || report.verdict == Verdict::kUndetermined) return kUndecided;
  if (options.strict_versions && !report.version_differences.empty()) return kFindings;
  return rules::name(report.verdict) == options.expect ? kAsExpected : kFindings;
}

// What the reader cannot seek in, and what no shell pattern gives.
void refuse_streams(const std::string& model) {
  if (model == "-") throw Contradiction("`-` is standard input; a file is needed, because the reader seeks");
  std::error_code error;
  const auto type = std::filesystem::status(model, error).type();
  if (type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::character ||
      type == std::filesystem::file_type::block || type == std::filesystem::file_type::socket) {
    throw Contradiction("is a pipe or a device; a regular file is needed, because the reader seeks");
  }
}

// One model; an error becomes an entry, so that the others are still told.
int judge_model(const CheckOptions& options, const rules::Profile& profile, analyzer::ModelEntry& entry) {
  try {
    refuse_streams(entry.file);
    const ir::ModuleGraph graph = ir::read_model(ir::FileSource(entry.file));
    const ir::RunFacts run = join_run_facts(graph, profile, options);
    entry.outcome = analyzer::judge_gate(graph, profile, run);
    return exit_of(*entry.gate(), options);
  } catch (const ir::ReadError& error) {
    entry.outcome = std::string(error.what());
    return kUndecided;
  } catch (const Contradiction& error) {
    entry.outcome = std::string(error.what());
    return kWrongCall;
  }
}

}  // namespace

int run_check(const CheckOptions& options) {
  std::optional<rules::Profile> profile;
  try {
    profile = load_profile(options.profile);
  } catch (const rules::ProfileError& error) {
    complain(error.what());
    return kWrongCall;
  }
  int exit = kAsExpected;
  std::vector<analyzer::ModelEntry> entries;
  for (const std::string& model : options.models) {
    analyzer::ModelEntry& entry = entries.emplace_back();
    entry.file = model;
    exit = worse(exit, judge_model(options, *profile, entry));
    if (const std::string* error = entry.error()) complain(fmt::format("{}: {}", model, *error));
  }
  const std::string report = options.format == "json" ? analyzer::write_json(program_info(), *profile, entries)
                                                      : analyzer::write_text(*profile, entries);
  return print(report) ? exit : worse(exit, kUndecided);
}

}  // namespace tracegate::cli
