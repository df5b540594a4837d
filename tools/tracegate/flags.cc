#include "tools/tracegate/flags.h"

#include <charconv>

#include <fmt/format.h>

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

CLI::Option* add_model(CLI::App& verb, std::string& model) { return verb.add_option("MODEL", model, "exported module graph (.onnx)"); }

void add_profile(CLI::App& verb, std::string& profile) {
  verb.add_option("--profile", profile, "id of a shipped profile, or a .textproto file")->default_val(std::string(rules::kDefaultProfile));
}

void add_run(CLI::App& verb, RunOptions& options) {
  verb.add_option("--slot", options.slots, "named adapter slot of the wave, [KIND:]NAME; may be given again")
      ->type_name("SLOT")
      ->allow_extra_args(false);
  const char* help[] = {"tensor-parallel ranks of the run", "context-parallel ranks of the run", "pipeline-parallel ranks of the run",
                        "hidden size of the run, in elements", "bytes a parameter, as the planner counts them"};
  for (std::size_t i = 0; i < options.facts.size(); ++i) add_number(verb, options.facts[i].flag, options.facts[i].value, help[i]);
}

void add_budget(CLI::App& verb, std::optional<std::int64_t>& budget) {
  const auto parse = [&budget](const CLI::results_t& words) {
    budget = parse_size(words.front());
    if (!budget) {
      throw CLI::ValidationError("--budget",
                                 fmt::format("`{}` is no size; a number above 0 and a unit, such as 36GiB or 79.25GB", words.front()));
    }
    return true;
  };
  verb.add_option("--budget", parse, "memory that is available on a rank, such as 36GiB or 79.25GB")->type_name("SIZE");
}

void add_format(CLI::App& verb, std::string& format, const std::vector<std::string>& formats, const std::string& help) {
  verb.add_option("--format", format, help)->check(CLI::IsMember(formats))->default_val(formats.front());
}

}  // namespace tracegate::cli
