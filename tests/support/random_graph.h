// Random module graphs whose layers differ in at most one respect each, out of every kind of fact that a file can hold.
#pragma once

#include "ir/graph/module_graph.h"
#include "tests/support/random_draws.h"

namespace tracegate::test {

// The names and values that a profile for these graphs can ask for; see random_profile.
namespace vocabulary {
inline constexpr const char* kValueReads[] = {"a", "b", "s", "fn"};
inline constexpr const char* kObjectReads[] = {"x", "y"};
inline constexpr const char* kChildren[] = {"p", "q", "r"};
inline constexpr const char* kTensors[] = {"A", "B"};
inline constexpr const char* kHooks[] = {"h", "g"};
inline constexpr const char* kInstance[] = {"forward", "k"};
inline constexpr const char* kCallables[] = {"forward", "m", "n"};
inline constexpr const char* kClasses[] = {"lib.Base", "lib.Left", "lib.Right", "own.Left", "lib.Lora"};
inline constexpr const char* kFunctions[] = {"lib.f", "lib.g"};
inline constexpr const char* kModules[] = {"lib", "own"};
inline constexpr const char* kValues[] = {"none:", "bool:True", "bool:False", "int:0", "int:1",
                                          "int:2", "float:1.0", "str:full",   "str:",  "opaque:own.Odd"};
inline constexpr const char* kGlobals[] = {"torch:hooks"};
}  // namespace vocabulary

// One chunk, a list `layers` of two to five layers, an object `x` of the chunk that parts of a layer may share.
ir::ModuleGraph random_graph(Draws& draws);

}  // namespace tracegate::test
