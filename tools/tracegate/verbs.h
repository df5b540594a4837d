// What tracegate can do, one row a verb. A new verb is a file in verbs/ that holds its options, its flags and its run, and a row here.
#pragma once

#include <string_view>

#include "tools/tracegate/flags.h"

namespace tracegate::cli {

struct Verb {
  std::string_view name;
  std::string_view help;
  // Adds the flags; parsing fills the options that the verb's file holds. Parsing decides nothing.
  void (*options)(Flags& verb);
  // Called once, after parsing; the exit code (exit.h). Throws UsageError and Undecidable (ir/text/error.h).
  int (*run)();
};

extern const Verb kCheck, kPrice, kWhy, kGraph, kProfile, kExplain, kVersionVerb;

// In the order of the help text.
inline constexpr const Verb* kVerbs[] = {&kCheck, &kPrice, &kWhy, &kGraph, &kProfile, &kExplain, &kVersionVerb};

}  // namespace tracegate::cli
