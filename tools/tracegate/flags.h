// Flags that several verbs take.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace tracegate::cli {

// What a caller adds to what a file says of its run.
struct RunOptions {
  std::vector<std::string> slots;  // [KIND:]NAME
  // Run facts by name; those that were not given are not in it.
  struct Fact {
    std::string name;
    std::string flag;
    std::optional<std::int64_t> value;
  };
  std::vector<Fact> facts = {{"tp", "--tp", {}},
                             {"cp", "--cp", {}},
                             {"pp", "--pp", {}},
                             {"hidden_size", "--hidden-size", {}},
                             {"parameter_bytes", "--parameter-bytes", {}}};
};

// MODEL, one exported module graph.
CLI::Option* add_model(CLI::App& verb, std::string& model);

// --profile, where it has the default of the shipped one.
void add_profile(CLI::App& verb, std::string& profile);

// --slot and the run facts, which every verb that judges a model takes.
void add_run(CLI::App& verb, RunOptions& options);

// --budget; bytes.
void add_budget(CLI::App& verb, std::optional<std::int64_t>& budget);

// --format; the first of `formats` is the default.
void add_format(CLI::App& verb, std::string& format, const std::vector<std::string>& formats, const std::string& help);

}  // namespace tracegate::cli
