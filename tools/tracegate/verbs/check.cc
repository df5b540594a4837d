// `tracegate check`: read, judge, report.

#include <algorithm>

#include <fmt/format.h>

#include "analyzer/ci/decide.h"
#include "analyzer/gate/gate.h"
#include "analyzer/quote/gate_outcome.h"
#include "analyzer/quote/model_price.h"
#include "analyzer/report/assemble.h"
#include "analyzer/report/writers/concise.h"
#include "analyzer/report/writers/table.h"
#include "ir/text/error.h"
#include "ir/text/escape.h"
#include "tools/tracegate/exit.h"
#include "tools/tracegate/load.h"
#include "tools/tracegate/outcome.h"
#include "tools/tracegate/output.h"
#include "tools/tracegate/run_facts.h"
#include "tools/tracegate/verbs.h"
#include "tools/tracegate/version.h"

namespace tracegate::cli {
namespace {

using analyzer::schema::Verdict;

struct CheckOptions : RunOptions {
  std::vector<std::string> models;
  std::string profile;
  std::string expect;
  std::string wave;                    // a file; empty: no price
  std::optional<std::int64_t> budget;  // bytes
  std::string format;
  bool strict_versions = false;
};

CheckOptions options;

void add_options(Flags& verb) {
  verb.one_or_more("MODEL", options.models, "exported module graphs (.onnx)");
  verb.profile(options.profile);
  verb.word("--expect", options.expect, "the verdict that exits 0", {.one_of = {"matched", "missed", "any"}, .otherwise = "matched"});
  verb.run(options);
  verb.word("--wave", options.wave, "price this wave too (.json)", {.type = "FILE"});
  verb.budget(options.budget);
  verb.on_off("--strict-versions", options.strict_versions, "a match outside the traced versions is not as expected");
  verb.format(options.format, {"text", "concise", "json"}, "of the report; concise: one line a finding, for problem matchers");
}

// 4, 2, 3, 1, 0: from the worst down.
int worse(int a, int b) {
  constexpr int kOrder[] = {kOurBug, kWrongCall, kUndecided, kFindings, kAsExpected};
  const auto rank = [&](int exit) { return std::find(std::begin(kOrder), std::end(kOrder), exit); };
  return rank(a) < rank(b) ? a : b;
}

analyzer::ci::Expectation expectation() {
  if (options.expect == "any") return {Verdict::undetermined, options.strict_versions};
  return {options.expect == "missed" ? Verdict::missed : Verdict::matched, options.strict_versions};
}

analyzer::WavePrice price_of(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run,
                             const analyzer::GateReport& report, const analyzer::WaveInput& wave) {
  const analyzer::ModelSetting setting = analyzer::model_setting(graph, profile, run, report);
  std::vector<analyzer::GateOutcome> outcomes;
  outcomes.push_back(analyzer::outcome_of(profile, report));
  const price::Policy policy = outcomes.front().policy;
  analyzer::PriceQuestion question = analyzer::ask(setting, wave, ir::one_line(options.wave), {policy}, options.budget);
  return named(options.wave, [&] { return analyzer::price_policies(std::move(question), std::move(outcomes)); });
}

// One model; an error becomes an entry, so that the others are still told.
int judge_model(const std::string& file, const rules::Profile& profile, const std::optional<analyzer::WaveInput>& wave,
                analyzer::schema::Model& out) {
  try {
    const ir::ModuleGraph graph = read_model_file(file);
    const ir::RunFacts run =
        join_run_facts(graph, profile, wave ? with_wave(options, *wave, ir::one_line(options.wave), graph, profile) : RunOptions(options));
    analyzer::GateReport report = analyzer::judge_gate(graph, profile, run);
    if (wave) {
      const analyzer::WavePrice price = price_of(graph, profile, run, report, *wave);
      analyzer::assemble_price({file, options.wave}, price, *out.mutable_price());
    }
    analyzer::assemble_gate(std::move(report), out);
    return exit_of(analyzer::ci::decide(expectation(), out));
  } catch (const Undecidable& error) {
    out.set_error(error.what());
    return kUndecided;
  } catch (const UsageError& error) {
    out.set_error(error.what());
    return kWrongCall;
  }
}

void complain_of(const std::string& file, const std::string& error) {
  if (options.format == "concise") {
    complain_plainly(analyzer::concise_error(file, error));
  } else {
    complain(fmt::format("{}: {}", file, error));
  }
}

int run() {
  const rules::Profile profile = load_profile(options.profile);
  std::optional<analyzer::WaveInput> wave;
  if (!options.wave.empty()) {
    if (!analyzer::policy_of(profile)) {
      throw UsageError(fmt::format("--profile {}: it has no `pricing`, so it can judge a model but not price a wave", options.profile));
    }
    wave = load_wave(options.wave);
  } else if (options.budget) {
    throw UsageError("--budget needs --wave");
  }
  int exit = kAsExpected;
  analyzer::schema::Report report;
  analyzer::assemble_head(kVersion, report);
  analyzer::assemble_profile(profile, *report.mutable_profile(), options.format == "json");
  for (const std::string& file : options.models) {
    analyzer::schema::Model& model = *report.add_models();
    model.set_file(analyzer::path_text(file));
    exit = worse(exit, judge_model(file, profile, wave, model));
    if (model.has_error()) complain_of(model.file(), model.error());
  }
  return print(analyzer::write_report(analyzer::ReportKind::kCheck, options.format, report)) ? exit : worse(exit, kUndecided);
}

}  // namespace

const Verb kCheck = {"check", "judge models by a profile", add_options, run};

}  // namespace tracegate::cli
