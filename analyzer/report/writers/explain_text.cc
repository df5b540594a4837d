#include "analyzer/report/writers/explain_text.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "analyzer/report/writers/explain_words.h"
#include "analyzer/report/writers/lines.h"

namespace tracegate::analyzer {
namespace {

// Lines with a label in front of the first of a section.
class Sheet : public Lines {
 public:
  void section(std::string_view label, const std::string& text) { section(label, std::array{text}); }

  template <typename Texts>
  void section(std::string_view label, const Texts& lines) {
    for (const std::string& text : lines) {
      add(fmt::format("  {:<10}  {}", label, text));
      label = {};
    }
  }
};

std::vector<std::string> price_lines(const schema::ConditionPage& page) {
  if (page.price().empty()) return {no_price_words(page)};
  std::vector<std::string> lines;
  for (const schema::PriceRole& role : page.price())
    lines.push_back(fmt::format("{:<10}  {}; docs/price.md, section {}", role.list(), role.effect(), role.section()));
  return lines;
}

std::vector<std::string> blocker_lines(const schema::ConditionPage& page) {
  if (page.blocked_by().empty()) return {"nothing"};
  std::vector<std::string> lines;
  for (const BlockerGroup& group : blocker_groups(page))
    lines.push_back(fmt::format("{}: {}", group.where, fmt::join(group.conditions, ", ")));
  return lines;
}

std::vector<std::string> width_lines(const schema::ProfilePage& page) {
  std::size_t title = 0, formula = 0;
  for (const schema::WidthFormula& width : page.widths()) {
    title = std::max(title, width.title().size());
    formula = std::max(formula, width.formula().size());
  }
  std::vector<std::string> lines;
  for (const schema::WidthFormula& width : page.widths()) {
    lines.push_back(fmt::format("{:<{}}  {:<{}}  bytes per row", width.title(), title, width.formula(), formula));
    const std::string residue = residue_words(width);
    if (!residue.empty()) lines.push_back(fmt::format("{:<{}}  {}", "", title, residue));
  }
  if (lines.empty()) lines.emplace_back("none");
  return lines;
}

std::vector<std::string> symbol_lines(const schema::ProfilePage& page) {
  std::vector<std::string> lines;
  for (const schema::SymbolMeaning& symbol : page.symbols())
    lines.push_back(fmt::format("{}  {}: {}", symbol.id(), symbol.title(), symbol.meaning()));
  return lines;
}

std::vector<std::string> version_lines(const schema::ProfilePage& page) {
  std::vector<std::string> lines;
  for (const schema::PackageVersions& one : page.packages())
    lines.push_back(fmt::format("{} {}", one.name(), fmt::join(one.versions(), ", ")));
  if (!page.forwards().empty())
    lines.push_back(fmt::format("and the source of the forward of {} classes; docs/versions.md", page.forwards_size()));
  if (lines.empty()) lines.emplace_back("not recorded");
  return lines;
}

void area(Sheet& sheet, const schema::ConditionArea& area, std::size_t id_width) {
  sheet.add();
  sheet.add(fmt::format("  {}/  {}", area.name(), count_words(area.deciding(), area.support())));
  for (const schema::ConditionSummary& condition : area.conditions()) {
    sheet.add(fmt::format("    {:<{}}  {}{}", condition.id(), id_width, condition.title(), condition.support() ? " (floor only)" : ""));
  }
}

std::string condition_text(const schema::ProfileReference& profile, const schema::ConditionPage& page) {
  Sheet sheet;
  sheet.add(fmt::format("{}  {}", page.id(), name_of(profile)));
  sheet.add();
  sheet.add(fmt::format("  {}", page.title()));
  sheet.add();
  std::vector<std::string> required{page.required()};
  required.insert(required.end(), page.notes().begin(), page.notes().end());
  sheet.section("required", required);
  sheet.section("judged at", page.judged_at());
  sheet.section("applies", applies_words(page));
  sheet.section("because", page.because());
  sheet.section("remedy", remedy_words(page));
  sheet.section("decides", decides_words(page));
  sheet.section("price", price_lines(page));
  sheet.section("blocked by", blocker_lines(page));
  std::vector<std::string> evidence;
  for (const schema::Evidence& one : page.evidence()) evidence.push_back(fmt::format("[{}] {}", one.mark(), one.meaning()));
  sheet.section("evidence", evidence);
  sheet.section("profiles", profiles_words(page));
  return sheet.take();
}

std::string profile_text(const schema::ProfileReference& profile, const schema::ProfilePage& page) {
  Sheet sheet;
  sheet.add(name_of(profile));
  sheet.add();
  sheet.add(fmt::format("  {}", page.title()));
  sheet.add();
  if (!page.traced().empty()) sheet.section("traced", page.traced());
  if (!page.domain().empty()) sheet.section("domain", page.domain());
  if (!page.evidence().empty()) sheet.section("evidence", page.evidence());
  sheet.section("sources", page.sources());
  if (!page.extrapolated().empty()) sheet.section("outside", extrapolated_words(page));
  sheet.section("widths", width_lines(page));
  sheet.section("symbols", symbol_lines(page));
  sheet.section("versions", version_lines(page));
  sheet.section("price", policy_words(page));
  sheet.section("base", page.base().empty() ? "none" : page.base());
  std::vector<std::string> origins;
  for (const schema::ConditionOrigin& origin : page.origins())
    origins.push_back(fmt::format("{}  {}", name_of(origin), count_words(origin.deciding(), origin.support())));
  sheet.section("conditions", origins);
  std::size_t id_width = 0;
  for (const schema::ConditionArea& one : page.areas()) {
    for (const schema::ConditionSummary& condition : one.conditions()) id_width = std::max(id_width, condition.id().size());
  }
  for (const schema::ConditionArea& one : page.areas()) area(sheet, one, id_width);
  sheet.add();
  sheet.add(page.without_remedy().empty() ? "  each condition has a remedy" : "  without a remedy: a miss needs a new trace");
  for (const std::string& id : page.without_remedy()) sheet.add("    " + id);
  sheet.add();
  sheet.add("  tracegate explain CONDITION tells all of one");
  return sheet.take();
}

}  // namespace

std::string write_explain_text(const schema::Report& report) {
  return report.has_profile_page() ? profile_text(report.profile(), report.profile_page())
                                   : condition_text(report.profile(), report.condition_page());
}

}  // namespace tracegate::analyzer
