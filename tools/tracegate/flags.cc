#include "tools/tracegate/flags.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "ir/run/fact_table.h"
#include "rules/language/shipped.h"
#include "tools/tracegate/size.h"

namespace tracegate::cli {
namespace {

// Digits and nothing else: a leading zero makes no octal number, and there is no sign, space, unit or `0x`.
std::optional<std::int64_t> parse_number(const std::string& word) {
  if (word.empty() || word.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

void add_number(CLI::App& verb, const std::string& flag, std::optional<std::int64_t>& number, const std::string& help) {
  const auto parse = [&number, flag](const CLI::results_t& words) {
    number = parse_number(words.front());
    if (!number) throw CLI::ValidationError(flag, fmt::format("`{}` is no whole number; digits only, such as 2", words.front()));
    return true;
  };
  verb.add_option(flag, parse, help)->type_name("N");
}

}  // namespace

std::vector<RunOptions::Fact> RunOptions::all_facts() {
  std::vector<Fact> facts;
  for (const ir::FactOfRun& fact : ir::kFactsOfRun) {
    std::string flag = fmt::format("--{}", fact.name);
    std::replace(flag.begin(), flag.end(), '_', '-');
    facts.push_back({std::string(fact.name), std::move(flag), std::nullopt});
  }
  return facts;
}

const RunOptions::Fact& RunOptions::fact(std::string_view name) const {
  return *std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) { return fact.name == name; });
}

void Flags::word(const std::string& flag, std::string& value, const std::string& help, const Word& word) {
  CLI::Option* option = verb_.add_option(flag, value, help);
  if (!word.type.empty()) option->type_name(word.type);
  if (!word.one_of.empty()) option->check(CLI::IsMember(word.one_of));
  if (!word.otherwise.empty()) option->default_val(word.otherwise);
}

void Flags::words(const std::string& flag, std::vector<std::string>& values, const std::string& help, const std::string& type) {
  verb_.add_option(flag, values, help)->type_name(type)->allow_extra_args(false);
}

void Flags::on_off(const std::string& flag, bool& value, const std::string& help) { verb_.add_flag(flag, value, help); }

void Flags::one(const std::string& name, std::string& value, const std::string& help, bool required) {
  verb_.add_option(name, value, help)->required(required);
}

void Flags::one_or_more(const std::string& name, std::vector<std::string>& values, const std::string& help) {
  verb_.add_option(name, values, help)->required();
}

Flags Flags::verb(const std::string& name, const std::string& help, void (*chosen)()) {
  verb_.require_subcommand(1);
  CLI::App* verb = verb_.add_subcommand(name, help);
  verb->callback(chosen);
  return Flags(*verb);
}

void Flags::model(std::string& model, bool required) { one("MODEL", model, "exported module graph (.onnx)", required); }

void Flags::profile(std::string& profile) {
  word("--profile", profile, "id of a shipped profile, or a .textproto file", {.otherwise = std::string(rules::kDefaultProfile)});
}

void Flags::run(RunOptions& options) {
  words("--slot", options.slots, "named adapter slot of the wave, [KIND:]NAME; may be given again", "SLOT");
  for (std::size_t i = 0; i < ir::kFactsOfRun.size(); ++i) {
    add_number(verb_, options.facts[i].flag, options.facts[i].value, std::string(ir::kFactsOfRun[i].help));
  }
}

void Flags::budget(std::optional<std::int64_t>& budget) {
  const auto parse = [&budget](const CLI::results_t& words) {
    budget = parse_size(words.front());
    if (!budget) {
      throw CLI::ValidationError("--budget",
                                 fmt::format("`{}` is no size; a number above 0 and a unit, such as 36GiB or 79.25GB", words.front()));
    }
    return true;
  };
  verb_.add_option("--budget", parse, "memory that is available on a rank, such as 36GiB or 79.25GB")->type_name("SIZE");
}

void Flags::format(std::string& format, const std::vector<std::string>& formats, const std::string& help) {
  word("--format", format, help, {.one_of = formats, .otherwise = formats.front()});
}

}  // namespace tracegate::cli
