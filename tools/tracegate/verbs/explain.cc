// `tracegate explain`: what a profile's data says of a condition, or of the profile as a whole.

#include <algorithm>

#include <fmt/format.h>

#include "analyzer/report/assemble.h"
#include "analyzer/report/report.pb.h"
#include "analyzer/report/writers/table.h"
#include "ir/text/error.h"
#include "ir/text/escape.h"
#include "ir/text/nearest.h"
#include "rules/language/lineage.h"
#include "rules/language/rule.pb.h"
#include "rules/language/shipped.h"
#include "tools/tracegate/exit.h"
#include "tools/tracegate/flags.h"
#include "tools/tracegate/load.h"
#include "tools/tracegate/output.h"
#include "tools/tracegate/verbs.h"
#include "tools/tracegate/version.h"

namespace tracegate::cli {
namespace {

struct ExplainOptions {
  std::string subject;  // id of a condition, id of a profile, or a file
  std::string profile;  // whose condition; empty: the shipped one that brought it in
  std::string format;
};

ExplainOptions options;

void add_options(Flags& verb) {
  verb.one("SUBJECT", options.subject, "id of a condition or of a profile, or a .textproto file");
  verb.word("--profile", options.profile, "whose condition: an id, or a .textproto file; else of the shipped one that brought it in");
  verb.format(options.format, {"text", "json", "markdown"}, "of the answer");
}

// By its form alone: what is in the folder must not change what a word means. An id has one "/" at most, and no ".".
bool is_path(const std::string& word) {
  if (word.ends_with(".textproto") || word.starts_with('/')) return true;
  const auto slashes = std::count(word.begin(), word.end(), '/');
  return slashes > 1 || (slashes == 1 && word.find('.') != std::string::npos);
}

bool is_shipped(const std::string& word) {
  const auto shipped = rules::shipped_profiles();
  return std::any_of(shipped.begin(), shipped.end(), [&](const rules::ShippedProfile& profile) { return profile.id == word; });
}

std::vector<std::string> conditions_of(const rules::Profile& profile) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < profile.conditions(); ++i) ids.push_back(profile.condition(i).id());
  return ids;
}

// The nearest of these ids; of a word without an area also those that are nearest but for theirs.
std::string nearest_of(const std::string& word, const std::vector<std::string>& ids) {
  const std::string text = ir::did_you_mean(word, ids);
  if (!text.empty() || word.find('/') != std::string::npos) return text;
  std::vector<std::string> names, matching;
  for (const std::string& id : ids) names.push_back(id.substr(id.find('/') + 1));
  for (const std::string& name : ir::nearest(word, names)) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (names[i] == name) matching.push_back(ids[i]);
    }
  }
  return ir::did_you_mean(matching);
}

[[noreturn]] void unknown(const std::string& word) {
  std::vector<std::string> ids = rules::shipped_conditions();
  for (const rules::ShippedProfile& shipped : rules::shipped_profiles()) ids.emplace_back(shipped.id);
  std::string hint = nearest_of(word, ids);
  if (hint.empty()) hint = "; tracegate profile list tells the profiles, tracegate explain PROFILE the conditions of one";
  throw UsageError(fmt::format("no condition or profile is named `{}`{}", ir::one_line(word), hint));
}

[[noreturn]] void not_in(const rules::Profile& profile, const std::string& word) {
  std::string hint = nearest_of(word, conditions_of(profile));
  if (const rules::ShippedProfile* other = rules::introducing(word)) hint = fmt::format("; {} brought it in", other->id);
  throw UsageError(fmt::format("{} has no condition `{}`{}", profile.id(), ir::one_line(word), hint));
}

std::string write(analyzer::schema::Report& report) {
  analyzer::assemble_head(kVersion, report);
  return analyzer::write_report(analyzer::ReportKind::kExplain, options.format, report);
}

std::string explain_condition(const rules::Profile& profile) {
  const std::size_t condition = profile.condition_index(options.subject);
  if (condition == rules::kNone) not_in(profile, options.subject);
  analyzer::schema::Report report;
  analyzer::assemble_page(profile, analyzer::condition_page(profile, rules::Lineage(profile), condition), report);
  return write(report);
}

std::string explain() {
  const std::string& word = options.subject;
  if (is_shipped(word) || is_path(word)) {
    if (!options.profile.empty())
      throw UsageError(fmt::format("--profile goes with a condition, and `{}` is a profile", ir::one_line(word)));
    const rules::Profile profile = load_profile(word);
    analyzer::schema::Report report;
    analyzer::assemble_page(profile, analyzer::profile_page(profile), options.format == "markdown", report);
    return write(report);
  }
  if (!options.profile.empty()) return explain_condition(load_profile(options.profile));
  const rules::ShippedProfile* shipped = rules::introducing(word);
  if (shipped == nullptr) unknown(word);
  return explain_condition(rules::Profile::shipped(*shipped));
}

int run() { return print(explain()) ? kAsExpected : kUndecided; }

}  // namespace

const Verb kExplain = {"explain", "what a condition or a profile asks for, and why", add_options, run};

}  // namespace tracegate::cli
