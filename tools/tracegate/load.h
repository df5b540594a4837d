// What verbs load: a profile, a model file, a wave. Each by the words of a command line.
#pragma once

#include <string>

#include <fmt/format.h>

#include "analyzer/input/wave_input.h"
#include "ir/graph/module_graph.h"
#include "ir/text/error.h"
#include "ir/text/escape.h"
#include "rules/language/profile.h"

namespace tracegate::cli {

struct ProfileText {
  std::string file;
  std::string text;
};

// The id of a shipped profile, or a path (what holds a "/" or ends in ".textproto"). Throws UsageError where there is none.
ProfileText find_profile(const std::string& word);
rules::Profile load_profile(const std::string& word);

// Throws ir::ReadError, and UsageError for what the reader cannot seek in, and no shell pattern gives; without the file's name.
ir::ModuleGraph read_model_file(const std::string& file);

// The same, with the file's name before what is wrong.
ir::ModuleGraph load_model(const std::string& file);

// Throws UsageError, also for a file that cannot be read.
analyzer::WaveInput load_wave(const std::string& file);
analyzer::GeometryInput load_geometry(const std::string& file);

// Does the work; what it finds wrong is said of `name`: "NAME: ...".
template <typename Work>
auto named(const std::string& name, Work work) {
  try {
    return work();
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", ir::one_line(name), error.what()));
  } catch (const Undecidable& error) {
    throw Undecidable(fmt::format("{}: {}", ir::one_line(name), error.what()));
  }
}

}  // namespace tracegate::cli
