// `tracegate check`: read, judge, report.

#include <algorithm>

#include <fmt/format.h>

#include "analyzer/gate/gate.h"
#include "analyzer/quote/gate_outcome.h"
#include "analyzer/quote/model_price.h"
#include "analyzer/report/json.h"
#include "analyzer/report/writers/concise.h"
#include "analyzer/report/writers/text.h"
#include "ir/dialects/reader.h"
#include "ir/text/error.h"
#include "tools/tracegate/options.h"
#include "tools/tracegate/output.h"
#include "tools/tracegate/profiles.h"
#include "tools/tracegate/run_facts.h"
#include "tools/tracegate/version.h"
#include "tools/tracegate/wave_file.h"

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

analyzer::WavePrice price_of(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run,
                             const analyzer::GateReport& report, const analyzer::WaveInput& wave, const CheckOptions& options) {
  const analyzer::ModelSetting setting = analyzer::model_setting(graph, profile, run, report);
  std::vector<analyzer::ProfileStanding> standings;
  standings.push_back(analyzer::standing_of(profile, report));
  const price::Policy policy = standings.front().policy;
  return analyzer::price_policies(analyzer::ask(setting, wave, options.wave, {policy}, options.budget), std::move(standings));
}

int exit_of(const analyzer::WavePrice& price, const CheckOptions& options) {
  const analyzer::PolicyPrice& asked = price.policies.back();
  if (!asked.refusal.empty()) return kUndecided;
  return options.budget && !asked.fits(*options.budget) ? kFindings : kAsExpected;
}

// One model; an error becomes an entry, so that the others are still told.
int judge_model(const CheckOptions& options, const rules::Profile& profile, const std::optional<analyzer::WaveInput>& wave,
                analyzer::ModelEntry& entry) {
  try {
    refuse_streams(entry.file);
    const ir::ModuleGraph graph = ir::read_model(ir::FileSource(entry.file));
    const ir::RunFacts run =
        join_run_facts(graph, profile, wave ? with_wave(options, *wave, options.wave, graph, profile) : RunOptions(options));
    analyzer::GateReport report = analyzer::judge_gate(graph, profile, run);
    int exit = exit_of(report, options);
    if (wave) {
      entry.price = price_of(graph, profile, run, report, *wave, options);
      exit = worse(exit, exit_of(*entry.price, options));
    }
    entry.outcome = std::move(report);
    return exit;
  } catch (const ir::ReadError& error) {
    entry.outcome = std::string(error.what());
    return kUndecided;
  } catch (const Contradiction& error) {
    entry.outcome = std::string(error.what());
  } catch (const analyzer::InputError& error) {
    entry.outcome = std::string(error.what());
  } catch (const price::PriceError& error) {
    entry.outcome = fmt::format("{}: {}", options.wave, error.what());
  }
  return kWrongCall;
}

void complain_of(const std::string& file, const std::string& error, const CheckOptions& options) {
  if (options.format == "concise") {
    complain_plainly(analyzer::concise_error(file, error));
  } else {
    complain(fmt::format("{}: {}", file, error));
  }
}

std::string write(const CheckOptions& options, const rules::Profile& profile, const std::vector<analyzer::ModelEntry>& entries) {
  if (options.format == "json") return analyzer::write_json(program_info(), profile, entries);
  if (options.format == "text") return analyzer::write_text(profile, entries);
  analyzer::Expected expected{Verdict::kUndetermined, options.strict_versions};
  for (const Verdict verdict : {Verdict::kMatched, Verdict::kMissed}) {
    if (rules::name(verdict) == options.expect) expected.verdict = verdict;
  }
  return analyzer::write_concise(profile, entries, expected);
}

}  // namespace

int run_check(const CheckOptions& options) {
  std::optional<rules::Profile> profile;
  std::optional<analyzer::WaveInput> wave;
  try {
    profile = load_profile(options.profile);
    if (!options.wave.empty()) {
      if (!analyzer::policy_of(*profile)) {
        throw Contradiction(
            fmt::format("--profile {}: it has no `pricing`, so it can judge a model but not price a wave", options.profile));
      }
      wave = load_wave(options.wave);
    } else if (options.budget) {
      throw Contradiction("--budget needs --wave");
    }
  } catch (const std::runtime_error& error) {  // ProfileError, InputError, Contradiction
    complain(error.what());
    return kWrongCall;
  }
  int exit = kAsExpected;
  std::vector<analyzer::ModelEntry> entries;
  for (const std::string& model : options.models) {
    analyzer::ModelEntry& entry = entries.emplace_back();
    entry.file = model;
    entry.wave = options.wave;
    exit = worse(exit, judge_model(options, *profile, wave, entry));
    if (const std::string* error = entry.error()) complain_of(model, *error, options);
  }
  return print(write(options, *profile, entries)) ? exit : worse(exit, kUndecided);
}

}  // namespace tracegate::cli
