#include "tools/tracegate/profiles.h"

#include <fmt/format.h>

#include "ir/text/error.h"
#include "ir/text/nearest.h"
#include "rules/language/rule.pb.h"
#include "rules/language/shipped.h"
#include "tools/tracegate/files.h"
#include "tools/tracegate/options.h"
#include "tools/tracegate/output.h"

namespace tracegate::cli {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 20;  // of a profile file

std::string read_file(const std::string& path) {
  try {
    return read_text_file(path, kMostBytes, "a profile");
  } catch (const ir::ReadError& error) {
    throw rules::ProfileError(fmt::format("{}: {}", path, error.what()));
  }
}

std::size_t decisive(const rules::Profile& profile) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < profile.conditions(); ++i) count += profile.condition(i).support() ? 0 : 1;
  return count;
}

int list_profiles() {
  std::string out;
  for (const rules::ShippedProfile& shipped : rules::shipped_profiles()) {
    const rules::Profile profile = rules::Profile::shipped(shipped);
    out += fmt::format("{}  v{}  {} conditions  {}\n", profile.id(), profile.version(), decisive(profile), profile.title());
  }
  return print(out) ? kAsExpected : kUndecided;
}

int check_profiles(const std::vector<std::string>& words) {
  int exit = kAsExpected;
  std::string out;
  for (const std::string& word : words) {
    try {
      const rules::Profile profile = load_profile(word);
      out += fmt::format("{}: {} v{}, {} conditions\n", word, profile.id(), profile.version(), decisive(profile));
    } catch (const rules::ProfileError& error) {
      complain(error.what());
      exit = kWrongCall;
    }
  }
  return print(out) ? exit : std::max(exit, static_cast<int>(kUndecided));
}

}  // namespace

ProfileText find_profile(const std::string& word) {
  if (word.find('/') != std::string::npos || word.ends_with(".textproto")) return {word, read_file(word)};
  std::vector<std::string> ids;
  for (const rules::ShippedProfile& shipped : rules::shipped_profiles()) {
    if (shipped.id == word) return {std::string(shipped.file), std::string(shipped.text)};
    ids.emplace_back(shipped.id);
  }
  throw rules::ProfileError(
      fmt::format("no profile is named `{}`{}; shipped: {}", word, ir::did_you_mean(word, ids), fmt::join(ids, ", ")));
}

rules::Profile load_profile(const std::string& word) {
  for (const rules::ShippedProfile& shipped : rules::shipped_profiles()) {
    if (shipped.id == word) return rules::Profile::shipped(shipped);
  }
  const ProfileText found = find_profile(word);
  return rules::Profile::parse(found.text, found.file);
}

int run_profile(const ProfileOptions& options) {
  if (options.action == "list") return list_profiles();
  if (options.action == "check") return check_profiles(options.profiles);
  try {
    return print(find_profile(options.profiles.front()).text) ? kAsExpected : kUndecided;
  } catch (const rules::ProfileError& error) {
    complain(error.what());
    return kWrongCall;
  }
}

}  // namespace tracegate::cli
