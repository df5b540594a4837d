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
  kFindings = 1,     // the gate is not as expected, or the wave is over the budget
  kWrongCall = 2,    // flags, profile, wave, facts that contradict the file
  kUndecided = 3,    // unreadable, no decoder layer, undetermined, no price
  kOurBug = 4,
  kInterrupted = 130,
};

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

struct CheckOptions : RunOptions {
  std::vector<std::string> models;
  std::string profile;
  std::string expect = "matched";
  std::string wave;  // a file; empty: no price
  std::optional<std::int64_t> budget;  // bytes
  std::string format = "text";
  bool strict_versions = false;
};

struct PriceOptions : RunOptions {
  std::string model;
  std::string geometry;  // a file, in place of a model
  std::string assume;    // matched or missed, with a geometry
  std::string wave;      // a file
  std::string profile;   // in place of the shipped one of its policy; empty: none
  std::string policy = "traced";
  std::optional<std::int64_t> budget;  // bytes
  bool max_rows = false;
  std::string format = "text";
};

struct WhyOptions : RunOptions {
  std::string model;
  std::string profile;
  std::string layer;      // index or path; empty: all
  std::string condition;  // id; empty: all
  std::vector<std::string> tried;  // PATH.attr=VALUE
  std::string format = "text";
};

struct GraphOptions : RunOptions {
  std::string model;
  std::string profile;
  std::string layer;  // list index or path; empty: the model
  bool all = false;
  std::string format = "text";
};

struct ProfileOptions {
  std::string action;  // check, list, show
  std::vector<std::string> profiles;
};

struct ExplainOptions {
  std::string subject;  // id of a condition, id of a profile, or a file
  std::string profile;  // whose condition; empty: the shipped one that brought it in
  std::string format = "text";
};

struct VersionOptions {
  std::string format = "text";
};

int run_check(const CheckOptions& options);
int run_price(const PriceOptions& options);
int run_why(const WhyOptions& options);
int run_graph(const GraphOptions& options);
int run_profile(const ProfileOptions& options);
int run_explain(const ExplainOptions& options);
int run_version(const VersionOptions& options);

}  // namespace tracegate::cli
