// What is fuzzed: each reader of input that somebody else wrote, and what must hold of whatever it is given.
//
// A target returns, whether the input was read or refused; what must not happen aborts. The same functions run under libFuzzer
// (tools/fuzz/run) and over the committed corpus in the normal build (tests/fuzz_replay).
#pragma once

#include <span>
#include <string_view>

namespace tracegate::fuzz {

// The walk over protobuf's wire format, and the nodes that it hands out.
void onnx_stream(std::string_view bytes);
// The reader of `module/1`, and the look-ups of the graph that it gives.
void module_dialect(std::string_view bytes);
// The loader of profiles.
void profile(std::string_view text);

struct Target {
  const char* name;  // its folder in tools/fuzz/corpus
  void (*run)(std::string_view input);
};

inline constexpr Target kTargets[] = {{"onnx_stream", onnx_stream}, {"module_dialect", module_dialect}, {"profile", profile}};

}  // namespace tracegate::fuzz
