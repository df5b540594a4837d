// Entry point of one libFuzzer program; TRACEGATE_FUZZ_TARGET says of which target.
#include <cstddef>
#include <cstdint>

#include "tools/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tracegate::fuzz::TRACEGATE_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
