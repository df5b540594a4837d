#include "tools/tracegate/output.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fmt/format.h>

namespace tracegate::cli {

void complain(std::string_view text) { fmt::print(stderr, "tracegate: {}\n", text); }

void complain_plainly(std::string_view line) { fmt::print(stderr, "{}\n", line); }

bool print(std::string_view report) {
  const bool written = std::fwrite(report.data(), 1, report.size(), stdout) == report.size() && std::fflush(stdout) == 0;
  if (!written) complain(fmt::format("the report cannot be written: {}", std::generic_category().message(errno)));
  return written;
}

}  // namespace tracegate::cli
