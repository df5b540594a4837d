// The command line: parses the words and calls one function.

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "ir/text/nearest.h"
#include "rules/language/shipped.h"
#include "tools/tracegate/options.h"
#include "tools/tracegate/output.h"
#include "tools/tracegate/size.h"
#include "tools/tracegate/version.h"

namespace {

using namespace tracegate;

constexpr const char* kFooter =
    "exit codes: 0 as expected; 1 not as expected, or over the budget; 2 wrong call; 3 could not decide (unreadable, no\n"
    "decoder layer, undetermined, no price); 4 a bug of tracegate; 130 interrupted. Over several models the highest of 4, 2, 3, 1, 0 in "
    "this order.";

// Slots and run facts, which every verb that judges a model takes.
void add_run(CLI::App& verb, cli::RunOptions& options) {
  verb.add_option("--slot", options.slots, "named adapter slot of the wave, [KIND:]NAME; may be given again")
      ->type_name("SLOT")
      ->allow_extra_args(false);
  const char* help[] = {"tensor-parallel ranks of the run", "context-parallel ranks of the run", "pipeline-parallel ranks of the run",
                        "hidden size of the run, in elements", "bytes a parameter, as the planner counts them"};
  for (std::size_t i = 0; i < options.facts.size(); ++i) {
    verb.add_option(options.facts[i].flag, options.facts[i].value, help[i])->type_name("N");
  }
}

void add_budget(CLI::App& verb, std::optional<std::int64_t>& budget) {
  const auto parse = [&budget](const CLI::results_t& words) {
    budget = cli::parse_size(words.front());
    if (!budget) {
      throw CLI::ValidationError("--budget",
                                 fmt::format("`{}` is no size; a number above 0 and a unit, such as 36GiB or 79.25GB", words.front()));
    }
    return true;
  };
  verb.add_option("--budget", parse, "memory that is available on a rank, such as 36GiB or 79.25GB")->type_name("SIZE");
}

void add_check(CLI::App& app, cli::CheckOptions& options) {
  CLI::App* check = app.add_subcommand("check", "judge models by a profile");
  check->add_option("MODEL", options.models, "exported module graphs (.onnx)")->required();
  check->add_option("--profile", options.profile, "id of a shipped profile, or a .textproto file")
      ->default_val(std::string(rules::kDefaultProfile));
  check->add_option("--expect", options.expect, "the verdict that exits 0")
      ->check(CLI::IsMember({"matched", "missed", "any"}))
      ->default_val("matched");
  add_run(*check, options);
  check->add_option("--wave", options.wave, "price this wave too (.json)")->type_name("FILE");
  add_budget(*check, options.budget);
  check->add_flag("--strict-versions", options.strict_versions, "a match outside the traced versions is not as expected");
  check->add_option("--format", options.format, "of the report; concise: one line a finding, for problem matchers")
      ->check(CLI::IsMember({"text", "concise", "json"}))
      ->default_val("text");
}

void add_price(CLI::App& app, cli::PriceOptions& options) {
  CLI::App* price = app.add_subcommand("price", "price a wave of a model, term by term, or find the largest that fits");
  price->add_option("MODEL", options.model, "exported module graph (.onnx)");
  price->add_option("--wave", options.wave, "the wave (.json)")->type_name("FILE");
  price->add_option("--policy", options.policy, "whose terms are told, and which price decides")
      ->check(CLI::IsMember({"main", "today", "traced", "later", "all"}))
      ->default_val("traced");
  add_budget(*price, options.budget);
  price->add_flag("--max-rows", options.max_rows, "the largest gradient, no-grad and mixed wave within the budget");
  price->add_option("--geometry", options.geometry, "sizes of a model, in place of MODEL (.json)")->type_name("FILE");
  price->add_option("--assume", options.assume, "the verdict of the gate, with --geometry")->check(CLI::IsMember({"matched", "missed"}));
  price->add_option("--profile", options.profile, "in place of the shipped profile of its policy: an id, or a .textproto file");
  add_run(*price, options);
  price->add_option("--format", options.format, "of the report")->check(CLI::IsMember({"text", "json"}))->default_val("text");
}

void add_why(CLI::App& app, cli::WhyOptions& options) {
  CLI::App* why = app.add_subcommand("why", "what stands in the way of a match, and what would change it");
  why->add_option("MODEL", options.model, "exported module graph (.onnx)")->required();
  why->add_option("--profile", options.profile, "id of a shipped profile, or a .textproto file")
      ->default_val(std::string(rules::kDefaultProfile));
  why->add_option("--layer", options.layer, "only this decoder layer: its index or path")->type_name("LAYER");
  why->add_option("--condition", options.condition, "only this condition")->type_name("ID");
  why->add_option("--try", options.tried, "what if PATH.attr were VALUE; may be given again")
      ->type_name("PATH.attr=VALUE")
      ->allow_extra_args(false);
  add_run(*why, options);
  why->add_option("--format", options.format, "of the report")->check(CLI::IsMember({"text", "json"}))->default_val("text");
}

void add_graph(CLI::App& app, cli::GraphOptions& options) {
  CLI::App* graph = app.add_subcommand("graph", "draw the module tree of a model, with the gate's findings");
  graph->add_option("MODEL", options.model, "exported module graph (.onnx)")->required();
  graph->add_option("--profile", options.profile, "id of a shipped profile, or a .textproto file")
      ->default_val(std::string(rules::kDefaultProfile));
  graph->add_option("--layer", options.layer, "one decoder layer alone, by its index; or any module, by its path")->type_name("N|PATH");
  graph->add_flag("--all", options.all, "also what is cut off a large tree");
  add_run(*graph, options);
  graph->add_option("--format", options.format, "of the picture")->check(CLI::IsMember({"text", "dot", "mermaid"}))->default_val("text");
}

void add_profile(CLI::App& app, cli::ProfileOptions& options) {
  CLI::App* profile = app.add_subcommand("profile", "check, list or show profiles");
  profile->require_subcommand(1);
  CLI::App* check = profile->add_subcommand("check", "read profile files and say what is wrong");
  check->add_option("PROFILE", options.profiles, "ids or .textproto files")->required();
  check->callback([&options] { options.action = "check"; });
  CLI::App* list = profile->add_subcommand("list", "the shipped profiles");
  list->callback([&options] { options.action = "list"; });
  CLI::App* show = profile->add_subcommand("show", "the text of a profile");
  show->add_option("PROFILE", options.profiles, "id or .textproto file")->required()->expected(1);
  show->callback([&options] { options.action = "show"; });
}

void add_explain(CLI::App& app, cli::ExplainOptions& options) {
  CLI::App* explain = app.add_subcommand("explain", "what a condition or a profile asks for, and why");
  explain->add_option("SUBJECT", options.subject, "id of a condition or of a profile, or a .textproto file")->required();
  explain->add_option("--profile", options.profile,
                      "whose condition: an id, or a .textproto file; else of the shipped one that brought it in");
  explain->add_option("--format", options.format, "of the answer")->check(CLI::IsMember({"text", "json", "markdown"}))->default_val("text");
}

void add_version(CLI::App& app, cli::VersionOptions& options) {
  CLI::App* version = app.add_subcommand("version", "what this program is and reads");
  version->add_option("--format", options.format, "of the answer")->check(CLI::IsMember({"text", "json"}))->default_val("text");
}

// The names that a user may have meant: of options where the word looks like one, else of verbs.
std::vector<std::string> candidates(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  const CLI::App* verb = &app;
  for (const CLI::App* used = verb; used != nullptr;) {
    verb = used;
    const auto chosen = verb->get_subcommands();
    used = chosen.empty() ? nullptr : chosen.front();
  }
  if (word.starts_with("-")) {
    for (const CLI::Option* option : verb->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  } else {
    for (const CLI::App* sub : verb->get_subcommands([](const CLI::App*) { return true; })) names.push_back(sub->get_name());
  }
  return names;
}

int wrong_call(const CLI::App& app, const CLI::ParseError& error) {
  std::string text = error.what();
  const std::vector<std::string> rest = app.remaining(true);
  const bool no_verb = app.get_subcommands().empty();
  if ((no_verb || dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) && !rest.empty()) {
    text = fmt::format("`{}` is not known here{}", rest.front(), ir::did_you_mean(rest.front(), candidates(app, rest.front())));
  }
  cli::complain(text + "; see tracegate --help");
  return cli::kWrongCall;
}

int run(int argc, char** argv) {
  CLI::App app("tracegate: does an exported model match the structure that was traced?", "tracegate");
  app.footer(kFooter);
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("tracegate ") + cli::kVersion);
  cli::CheckOptions check;
  cli::PriceOptions price;
  cli::WhyOptions why;
  cli::GraphOptions graph;
  cli::ProfileOptions profile;
  cli::ExplainOptions explain;
  cli::VersionOptions version;
  add_check(app, check);
  add_price(app, price);
  add_why(app, why);
  add_graph(app, graph);
  add_profile(app, profile);
  add_explain(app, explain);
  add_version(app, version);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    return app.exit(asked);  // --help, --version
  } catch (const CLI::ParseError& error) {
    return wrong_call(app, error);
  }
  if (app.got_subcommand("check")) return cli::run_check(check);
  if (app.got_subcommand("price")) return cli::run_price(price);
  if (app.got_subcommand("why")) return cli::run_why(why);
  if (app.got_subcommand("graph")) return cli::run_graph(graph);
  if (app.got_subcommand("profile")) return cli::run_profile(profile);
  if (app.got_subcommand("explain")) return cli::run_explain(explain);
  return cli::run_version(version);
}

}  // namespace

int main(int argc, char** argv) {
  // Nothing is half written: the report goes out in one piece at the end.
  std::signal(SIGINT, [](int) { ::_exit(cli::kInterrupted); });
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    cli::complain(fmt::format("this is a bug of tracegate, please report it: {}", error.what()));
    cli::complain(cli::version_text());
    return cli::kOurBug;
  }
}
