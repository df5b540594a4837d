#include "tools/tracegate/output.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <new>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "ir/text/escape.h"
#include "tools/tracegate/exit.h"

namespace tracegate::cli {
namespace {

// Nothing is thrown, as a destructor or a library on the way might need memory too.
void no_memory() {
  constexpr std::string_view kLine = "tracegate: there is not enough memory\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kLine.data(), kLine.size());
  ::_exit(kUndecided);
}

void write_line(const std::string& line) {
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

void prepare_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // For reading, so that what is written there fails as it does on a closed stream. Lower numbers are taken, so it gets this one.
    if (::fcntl(stream, F_GETFD) == -1 && ::open("/dev/null", O_RDONLY) == -1) break;
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::set_new_handler(no_memory);
}

void complain(std::string_view text) { complain_plainly(fmt::format("tracegate: {}", text)); }

void complain_plainly(std::string_view text) {
  std::string lines;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n' && text.substr(at + 1, 2) != "  ") {
      lines += "\\u000a";
    } else {
      lines += text[at];
    }
  }
  write_line(ir::displayed(lines) + "\n");
}

bool print(std::string_view report) {
  const std::string text = ir::displayed(report);
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) complain(fmt::format("the report cannot be written: {}", std::generic_category().message(errno)));
  return written;
}

}  // namespace tracegate::cli
