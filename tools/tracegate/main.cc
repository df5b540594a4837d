// The command line: parses the words and calls one verb.

#include <csignal>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "ir/text/error.h"
#include "ir/text/nearest.h"
#include "tools/tracegate/exit.h"
#include "tools/tracegate/output.h"
#include "tools/tracegate/verbs.h"
#include "tools/tracegate/version.h"

namespace {

using namespace tracegate;

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

int run(int argc, char** argv) {
  CLI::App app("tracegate: does an exported model match the structure that was traced?", "tracegate");
  app.footer(kFooter);
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("tracegate ") + cli::kVersion);
  for (const cli::Verb* verb : cli::kVerbs) {
    cli::Flags flags(*app.add_subcommand(std::string(verb->name), std::string(verb->help)));
    verb->options(flags);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    std::ostringstream text, unused;
    const int exit = app.exit(asked, text, unused);  // --help, --version
    return cli::print(text.str()) ? exit : cli::kUndecided;
  } catch (const CLI::ParseError& error) {
    throw UsageError(wrong_call(app, error));
  }
  for (const cli::Verb* verb : cli::kVerbs) {
    if (app.got_subcommand(std::string(verb->name))) return verb->run();
  }
  throw std::logic_error("no verb was chosen");
}

}  // namespace

int main(int argc, char** argv) {
  cli::prepare_streams();
  // Nothing is half written: the report goes out in one piece at the end.
  std::signal(SIGINT, [](int) { ::_exit(cli::kInterrupted); });
  try {
    return run(argc, argv);
  } catch (const UsageError& error) {
    cli::complain(error.what());
    return cli::kWrongCall;
  } catch (const Undecidable& error) {
    cli::complain(error.what());
    return cli::kUndecided;
  } catch (const std::exception& error) {
    cli::complain(fmt::format("this is a bug of tracegate {}, please report it: {}", cli::kVersion, error.what()));
    return cli::kOurBug;
  }
}
