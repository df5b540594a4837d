#include "tools/tracegate/command_line.h"

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "ir/text/error.h"
#include "ir/text/nearest.h"
#include "tools/tracegate/exit.h"
#include "tools/tracegate/output.h"
#include "tools/tracegate/version.h"

namespace tracegate::cli {
namespace {

constexpr const char* kFooter =
    "exit codes: 0 as expected; 1 not as expected, or over the budget; 2 wrong call; 3 could not decide (unreadable, no\n"
    "decoder layer, undetermined, no price); 4 a bug of tracegate; 130 interrupted. Over several models the highest of 4, 2, 3, 1, 0 in "
    "this order.";

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

std::string wrong_call(const CLI::App& app, const CLI::ParseError& error) {
  std::string text = error.what();
  const std::vector<std::string> rest = app.remaining(true);
  const bool no_verb = app.get_subcommands().empty();
  if ((no_verb || dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) && !rest.empty()) {
    text = fmt::format("`{}` is not known here{}", rest.front(), ir::did_you_mean(rest.front(), candidates(app, rest.front())));
  }
  return text + "; see tracegate --help";
}

}  // namespace

const Verb* parse_command_line(int argc, char** argv, int& exit) {
  CLI::App app("tracegate: does an exported model match the structure that was traced?", "tracegate");
  app.footer(kFooter);
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("tracegate ") + kVersion);
  for (const Verb* verb : kVerbs) {
    Flags flags(*app.add_subcommand(std::string(verb->name), std::string(verb->help)));
    verb->options(flags);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    std::ostringstream text, unused;
    exit = app.exit(asked, text, unused);  // --help, --version
    if (!print(text.str())) exit = kUndecided;
    return nullptr;
  } catch (const CLI::ParseError& error) {
    throw UsageError(wrong_call(app, error));
  }
  for (const Verb* verb : kVerbs) {
    if (app.got_subcommand(std::string(verb->name))) return verb;
  }
  throw std::logic_error("no verb was chosen");
}

}  // namespace tracegate::cli
