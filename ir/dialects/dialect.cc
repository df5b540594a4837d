#include "ir/dialects/dialect.h"

#include "ir/dialects/module.h"

namespace tracegate::ir {
namespace {

constexpr Dialect kDialects[] = {
    {"module/1", is_module_dialect, read_module_dialect},
};

}  // namespace

std::span<const Dialect> dialects() { return kDialects; }

std::vector<std::string> dialects_read() {
  std::vector<std::string> names;
  for (const Dialect& dialect : kDialects) names.emplace_back(dialect.name);
  return names;
}

}  // namespace tracegate::ir
