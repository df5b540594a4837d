// `tracegate profile`: checks profile files, lists the shipped profiles, shows the text of one.

#include <algorithm>

#include <fmt/format.h>

#include "ir/text/error.h"
#include "ir/text/escape.h"
#include "rules/language/rule.pb.h"
#include "rules/language/shipped.h"
#include "tools/tracegate/exit.h"
#include "tools/tracegate/load.h"
#include "tools/tracegate/output.h"
#include "tools/tracegate/verbs.h"

namespace tracegate::cli {
namespace {

std::vector<std::string> words;  // ids or files
std::string shown;               // id or file
int (*action)() = nullptr;       // what was chosen

std::size_t decisive(const rules::Profile& profile) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < profile.conditions(); ++i) count += profile.condition(i).support() ? 0 : 1;
  return count;
}

int check() {
  int exit = kAsExpected;
  std::string out;
  for (const std::string& word : words) {
    try {
      const rules::Profile profile = load_profile(word);
      out += fmt::format("{}: {} v{}, {} conditions\n", ir::one_line(word), profile.id(), profile.version(), decisive(profile));
    } catch (const UsageError& error) {
      complain(error.what());
      exit = kWrongCall;
    }
  }
  return print(out) ? exit : std::max(exit, static_cast<int>(kUndecided));
}

int list() {
  std::string out;
  for (const rules::ShippedProfile& shipped : rules::shipped_profiles()) {
    const rules::Profile profile = rules::Profile::shipped(shipped);
    out += fmt::format("{}  v{}  {} conditions  {}\n", profile.id(), profile.version(), decisive(profile), profile.title());
  }
  return print(out) ? kAsExpected : kUndecided;
}

int show() { return print(find_profile(shown).text) ? kAsExpected : kUndecided; }

void add_options(Flags& verb) {
  verb.verb("check", "read profile files and say what is wrong", [] { action = check; })
      .one_or_more("PROFILE", words, "ids or .textproto files");
  verb.verb("list", "the shipped profiles", [] { action = list; });
  verb.verb("show", "the text of a profile", [] { action = show; }).one("PROFILE", shown, "id or .textproto file");
}

int run() { return action(); }

}  // namespace

const Verb kProfile = {"profile", "check, list or show profiles", add_options, run};

}  // namespace tracegate::cli
