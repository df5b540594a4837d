// `tracegate price`: what a wave costs, or how large a wave may be.

#include <fmt/format.h>

#include "analyzer/ci/decide.h"
#include "analyzer/gate/gate.h"
#include "analyzer/quote/gate_outcome.h"
#include "analyzer/quote/model_price.h"
#include "analyzer/quote/wave_capacity.h"
#include "analyzer/report/assemble.h"
#include "analyzer/report/report.pb.h"
#include "analyzer/report/writers/table.h"
#include "ir/text/error.h"
#include "ir/text/escape.h"
#include "rules/language/shipped.h"
#include "tools/tracegate/exit.h"
#include "tools/tracegate/load.h"
#include "tools/tracegate/outcome.h"
#include "tools/tracegate/output.h"
#include "tools/tracegate/run_facts.h"
#include "tools/tracegate/verbs.h"
#include "tools/tracegate/version.h"

namespace tracegate::cli {
namespace {

using price::Policy;

struct PriceOptions : RunOptions {
  std::string model;
  std::string geometry;  // a file, in place of a model
  std::string assume;    // matched or missed, with a geometry
  std::string wave;      // a file
  std::string profile;   // in place of the shipped one of its policy; empty: none
  std::string policy;
  std::optional<std::int64_t> budget;  // bytes
  bool max_rows = false;
  std::string format;
};

PriceOptions options;

void add_options(Flags& verb) {
  verb.model(options.model, false);
  verb.word("--wave", options.wave, "the wave (.json)", {.type = "FILE"});
  verb.word("--policy", options.policy, "whose terms are told, and which price decides",
            {.one_of = {"main", "today", "traced", "later", "all"}, .otherwise = "traced"});
  verb.budget(options.budget);
  verb.on_off("--max-rows", options.max_rows, "the largest gradient, no-grad and mixed wave within the budget");
  verb.word("--geometry", options.geometry, "sizes of a model, in place of MODEL (.json)", {.type = "FILE"});
  verb.word("--assume", options.assume, "the verdict of the gate, with --geometry", {.one_of = {"matched", "missed"}});
  verb.word("--profile", options.profile, "in place of the shipped profile of its policy: an id, or a .textproto file");
  verb.run(options);
  verb.format(options.format, {"text", "json"}, "of the report");
}

// What is asked of which model.
struct Asked {
  analyzer::PriceQuestion question;
  std::vector<analyzer::GateOutcome> outcomes;
};

std::vector<Policy> policies_asked() {
  std::vector<Policy> asked;
  for (const Policy policy : price::kPolicies) {
    if (options.policy == "all" || options.policy == price::name(policy)) asked.push_back(policy);
  }
  return asked;
}

// The profiles whose widths the asked policies take: the given one in place of the shipped one of its policy. Never empty: geometry and
// conditions of main and today stand in a profile too.
std::vector<rules::Profile> profiles_for() {
  std::vector<rules::Profile> profiles;
  std::optional<Policy> given;
  if (!options.profile.empty()) {
    rules::Profile profile = load_profile(options.profile);
    given = analyzer::policy_of(profile);
    if (!given)
      throw UsageError(fmt::format("--profile {}: it has no `pricing`, so it can judge a model but not price one", options.profile));
    if (options.policy != "all" && options.policy != price::name(*given)) {
      throw UsageError(fmt::format("--profile {}: its widths are for policy {}, and --policy {} does not ask for it", options.profile,
                                   price::name(*given), options.policy));
    }
    profiles.push_back(std::move(profile));
  }
  const std::pair<Policy, std::string_view> shipped[] = {{Policy::kTraced, rules::kTracedProfile}, {Policy::kLater, rules::kLaterProfile}};
  for (const auto& [policy, id] : shipped) {
    const bool asked = options.policy == "all" || options.policy == price::name(policy);
    if (asked && given != policy) profiles.push_back(load_profile(std::string(id)));
  }
  if (profiles.empty()) profiles.push_back(load_profile(std::string(rules::kTracedProfile)));
  std::sort(profiles.begin(), profiles.end(),
            [](const rules::Profile& a, const rules::Profile& b) { return *analyzer::policy_of(a) < *analyzer::policy_of(b); });
  return profiles;
}

Asked ask_model(const std::vector<rules::Profile>& profiles, analyzer::WaveInput wave) {
  const ir::ModuleGraph graph = load_model(options.model);
  const ir::RunFacts run =
      join_run_facts(graph, profiles.front(), with_wave(options, wave, ir::one_line(options.wave), graph, profiles.front()));
  Asked asked;
  std::optional<analyzer::ModelSetting> setting;
  for (const rules::Profile& profile : profiles) {
    const analyzer::GateReport report = analyzer::judge_gate(graph, profile, run);
    if (!setting) setting = analyzer::model_setting(graph, profile, run, report);
    asked.outcomes.push_back(analyzer::outcome_of(profile, report));
  }
  asked.question = analyzer::ask(*setting, std::move(wave), ir::one_line(options.wave), policies_asked(), options.budget);
  return asked;
}

std::int64_t rank_count(std::string_view fact, const std::optional<std::int64_t>& of_wave) {
  const RunOptions::Fact& flag = options.fact(fact);
  if (flag.value && of_wave && *flag.value != *of_wave) {
    throw UsageError(fmt::format("{} {} contradicts {}, which says {}", flag.flag, *flag.value, ir::one_line(options.wave), *of_wave));
  }
  if (flag.value) return *flag.value;
  if (of_wave) return *of_wave;
  throw UsageError(fmt::format("`{}` is not known: say it in the wave or with {}", flag.name, flag.flag));
}

Asked ask_geometry(const std::vector<rules::Profile>& profiles, analyzer::WaveInput wave) {
  const analyzer::GeometryInput geometry = load_geometry(options.geometry);
  const bool matched = options.assume == "matched";
  Asked asked;
  for (const rules::Profile& profile : profiles) {
    analyzer::Widths widths = std::string();
    if (geometry.adapter_rank_sum) {
      widths = analyzer::widths_from(profile, geometry.geometry.hidden_size, geometry.geometry.ffn_hidden_size, *geometry.adapter_rank_sum);
      if (const auto* error = std::get_if<std::string>(&widths))
        throw UsageError(fmt::format("{}: {}", ir::one_line(options.geometry), *error));
    } else if (matched) {
      throw UsageError(
          fmt::format("{}: `adapter_rank_sum` is needed for the widths of a match that is assumed", ir::one_line(options.geometry)));
    }
    asked.outcomes.push_back(analyzer::assumed_outcome(profile, matched, widths));
  }
  const std::int64_t tp = rank_count("tp", wave.tp), cp = rank_count("cp", wave.cp), pp = rank_count("pp", wave.pp);
  const analyzer::ModelSetting setting = analyzer::geometry_setting(geometry, ir::one_line(options.geometry), profiles.front(), tp, cp, pp);
  asked.question = analyzer::ask(setting, std::move(wave), ir::one_line(options.wave), policies_asked(), options.budget);
  return asked;
}

int tell_price(Asked asked) {
  const analyzer::WavePrice price =
      named(options.wave, [&] { return analyzer::price_policies(std::move(asked.question), std::move(asked.outcomes)); });
  for (const analyzer::PolicyPrice& one : price.policies) {
    if (!one.asked || one.refusal.empty()) continue;
    complain(fmt::format("policy {}: {}", price::name(one.policy), one.refusal));
  }
  analyzer::schema::Report report;
  analyzer::assemble_head(kVersion, report);
  analyzer::assemble_price({options.model, options.wave}, price, *report.add_prices());
  const int exit = exit_of(analyzer::ci::decide(report.prices(0)));
  return print(analyzer::write_report(analyzer::ReportKind::kPrice, options.format, report)) ? exit : kUndecided;
}

int tell_capacity(const Asked& asked) {
  const analyzer::WaveCapacity capacity = named(options.wave, [&] { return analyzer::capacities(asked.question, asked.outcomes); });
  analyzer::schema::Report report;
  analyzer::assemble_head(kVersion, report);
  analyzer::assemble_capacity({options.model, options.wave}, capacity, *report.add_capacities());
  const int exit = exit_of(analyzer::ci::decide(report.capacities(0)));
  return print(analyzer::write_report(analyzer::ReportKind::kCapacity, options.format, report)) ? exit : kUndecided;
}

// What no rule of the parser says.
void check_words() {
  if (options.model.empty() == options.geometry.empty())
    throw UsageError("price needs a MODEL, or --geometry in its place: one of the two");
  if (options.geometry.empty() != options.assume.empty())
    throw UsageError("--geometry and --assume belong together: without a model its gate is assumed");
  if (!options.geometry.empty() && !options.slots.empty()) throw UsageError("--slot needs a MODEL: a geometry has no adapters");
  if (options.max_rows && !options.budget) throw UsageError("--max-rows needs --budget");
  if (!options.max_rows && options.wave.empty()) throw UsageError("price needs --wave, or --max-rows with --budget");
}

int run() {
  check_words();
  const std::vector<rules::Profile> profiles = profiles_for();
  analyzer::WaveInput wave;
  if (!options.wave.empty()) wave = load_wave(options.wave);
  Asked asked = options.model.empty() ? ask_geometry(profiles, std::move(wave)) : ask_model(profiles, std::move(wave));
  return options.max_rows ? tell_capacity(asked) : tell_price(std::move(asked));
}

}  // namespace

const Verb kPrice = {"price", "price a wave of a model, term by term, or find the largest that fits", add_options, run};

}  // namespace tracegate::cli
