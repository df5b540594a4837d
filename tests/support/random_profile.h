// Random profiles for the graphs of random_graph: every kind of predicate, scope, `applies`, `require` and note, drawn by reflection from
// the schema, so that a kind that is added later is drawn too, or fails for want of words to fill it with.
#pragma once

#include <string>

#include "tests/support/random_draws.h"

namespace tracegate::test {

// A profile in protobuf's text format. It may break a rule that only the reader knows, such as conditions that block each other in a
// circle. Throws std::logic_error where a field of the schema has no words here.
std::string random_profile(Draws& draws);

}  // namespace tracegate::test
