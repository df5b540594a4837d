// The command line: parses the words and calls one verb.

#include <csignal>
#include <exception>

#include <unistd.h>

#include <fmt/format.h>

#include "ir/text/error.h"
#include "tools/tracegate/command_line.h"
#include "tools/tracegate/exit.h"
#include "tools/tracegate/output.h"
#include "tools/tracegate/version.h"

namespace {

using namespace tracegate;

int run(int argc, char** argv) {
  int exit = cli::kAsExpected;
  const cli::Verb* verb = cli::parse_command_line(argc, argv, exit);
  return verb == nullptr ? exit : verb->run();
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
