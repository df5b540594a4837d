// Flags that several verbs take.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace tracegate::cli {

// What a caller adds to what a file says of its run.
struct RunOptions {
  std::vector<std::string> slots;  // [KIND:]NAME
  struct Fact {
    std::string name;
    std::string flag;
    std::optional<std::int64_t> value;  // none: not given
  };
  std::vector<Fact> facts = all_facts();  // of ir/run/fact_table.h, in its order

  // `name` is one of them.
  const Fact& fact(std::string_view name) const;

 private:
  static std::vector<Fact> all_facts();
};

// Adds options to a verb. The parser's templates stay behind flags.cc: they cost ten seconds in each file that sees them.
class Flags {
 public:
  explicit Flags(CLI::App& verb) : verb_(verb) {}

  // How an option reads in the help text, and what it takes.
  struct Word {
    std::string type = {};                 // what stands for its value; empty: TEXT
    std::vector<std::string> one_of = {};  // empty: any text
    std::string otherwise = {};            // its default, told in the help text
  };

  void word(const std::string& flag, std::string& value, const std::string& help, const Word& word);
  void word(const std::string& flag, std::string& value, const std::string& help) { word(flag, value, help, Word()); }
  // May be given again.
  void words(const std::string& flag, std::vector<std::string>& values, const std::string& help, const std::string& type);
  void on_off(const std::string& flag, bool& value, const std::string& help);
  // Without a flag, by their place.
  void one(const std::string& name, std::string& value, const std::string& help, bool required = true);
  void one_or_more(const std::string& name, std::vector<std::string>& values, const std::string& help);
  // A verb of this verb, one of which must be given; `chosen` is called where it was.
  Flags verb(const std::string& name, const std::string& help, void (*chosen)());

  // MODEL, one exported module graph.
  void model(std::string& model, bool required = true);
  // --profile, where it has the default of the shipped one.
  void profile(std::string& profile);
  // --slot and the run facts, which every verb that judges a model takes.
  void run(RunOptions& options);
  // --budget; bytes.
  void budget(std::optional<std::int64_t>& budget);
  // --format; the first of `formats` is the default.
  void format(std::string& format, const std::vector<std::string>& formats, const std::string& help);

 private:
  CLI::App& verb_;
};

}  // namespace tracegate::cli
