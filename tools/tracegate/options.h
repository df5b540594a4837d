// The command line as data. Parsing decides nothing: what a verb does with its options is in the verb's file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tracegate::cli {

// Exit codes; over several models the highest in the order 4, 2, 3, 1, 0.
enum Exit : int {
  kAsExpected = 0,
  kFindings = 1,     // the gate is not as expected
  kWrongCall = 2,    // flags, profile, facts that contradict the file
  kUndecided = 3,    // unreadable, no decoder layer, undetermined
  kOurBug = 4,
  kInterrupted = 130,
};

struct CheckOptions {
  std::vector<std::string> models;
  std::string profile;
  std::string expect = "matched";
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
  std::string format = "text";
  bool strict_versions = false;
};

struct ProfileOptions {
  std::string action;  // check, list, show
  std::vector<std::string> profiles;
};

struct VersionOptions {
  std::string format = "text";
};

int run_check(const CheckOptions& options);
int run_profile(const ProfileOptions& options);
int run_version(const VersionOptions& options);

}  // namespace tracegate::cli
