#include "analyzer/report/writers/explain_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "analyzer/report/writers/explain_words.h"

namespace tracegate::analyzer {
namespace {

// Lines with a label in front of the first of a section.
class Sheet {
 public:
  void line(std::string_view text = {}) {
    while (text.ends_with(' ')) text.remove_suffix(1);
    out_ += text;
    out_ += '\n';
  }

  void section(std::string_view label, const std::string& text) { section(label, std::vector<std::string>{text}); }

  void section(std::string_view label, const std::vector<std::string>& lines) {
    for (const std::string& text : lines) {
      line(fmt::format("  {:<10}  {}", label, text));
      label = {};
    }
  }

  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

std::vector<std::string> lines_of(const std::string& first, const std::vector<std::string>& more) {
  std::vector<std::string> lines{first};
  lines.insert(lines.end(), more.begin(), more.end());
  return lines;
}

std::vector<std::string> price_lines(const ConditionPage& page) {
  if (page.price.empty()) return {no_price_words(page)};
  std::vector<std::string> lines;
  for (const PriceRole& role : page.price)
    lines.push_back(fmt::format("{:<10}  {}; docs/price.md, section {}", role.list, role.effect, role.section));
  return lines;
}

std::vector<std::string> blocker_lines(const ConditionPage& page) {
  if (page.blocked_by.empty()) return {"nothing"};
  std::vector<std::string> lines;
  for (const BlockerGroup& group : blocker_groups(page))
    lines.push_back(fmt::format("{}: {}", group.where, fmt::join(group.conditions, ", ")));
  return lines;
}

std::vector<std::string> width_lines(const ProfilePage& page) {
  std::size_t title = 0, formula = 0;
  for (const WidthFormula& width : page.widths) {
    title = std::max(title, width.title.size());
    formula = std::max(formula, width.formula.size());
  }
  std::vector<std::string> lines;
  for (const WidthFormula& width : page.widths) {
    lines.push_back(fmt::format("{:<{}}  {:<{}}  bytes per row", width.title, title, width.formula, formula));
    const std::string residue = residue_words(width);
    if (!residue.empty()) lines.push_back(fmt::format("{:<{}}  {}", "", title, residue));
  }
  if (lines.empty()) lines.emplace_back("none");
  return lines;
}

std::vector<std::string> symbol_lines(const ProfilePage& page) {
  std::vector<std::string> lines;
  for (const SymbolFormula& symbol : page.symbols) lines.push_back(fmt::format("{}  {}: {}", symbol.id, symbol.title, symbol.meaning));
  return lines;
}

std::vector<std::string> version_lines(const ProfilePage& page) {
  std::vector<std::string> lines;
  for (const auto& [name, versions] : page.packages) lines.push_back(fmt::format("{} {}", name, fmt::join(versions, ", ")));
  if (!page.forwards.empty())
    lines.push_back(fmt::format("and the source of the forward of {} classes; docs/versions.md", page.forwards.size()));
  if (lines.empty()) lines.emplace_back("not recorded");
  return lines;
}

void area(Sheet& sheet, const Area& area, std::size_t id_width) {
  sheet.line();
  sheet.line(fmt::format("  {}/  {}", area.name, count_words(area.deciding(), area.support())));
  for (const ConditionPage& condition : area.conditions) {
    sheet.line(fmt::format("    {:<{}}  {}{}", condition.id, id_width, condition.title, condition.support ? " (floor only)" : ""));
  }
}

}  // namespace

std::string write_explain_text(const ConditionPage& page) {
  Sheet sheet;
  sheet.line(fmt::format("{}  {}", page.id, name_of(page.profile)));
  sheet.line();
  sheet.line(fmt::format("  {}", page.title));
  sheet.line();
  sheet.section("required", lines_of(page.required, page.notes));
  sheet.section("judged at", page.judged_at);
  sheet.section("applies", applies_words(page));
  sheet.section("because", page.because);
  sheet.section("remedy", remedy_words(page));
  sheet.section("decides", decides_words(page));
  sheet.section("price", price_lines(page));
  sheet.section("blocked by", blocker_lines(page));
  std::vector<std::string> evidence;
  for (const Evidence& one : page.evidence) evidence.push_back(fmt::format("[{}] {}", one.mark, one.meaning));
  sheet.section("evidence", evidence);
  sheet.section("profiles", profiles_words(page));
  return sheet.take();
}

std::string write_explain_text(const ProfilePage& page) {
  Sheet sheet;
  sheet.line(name_of(page.profile));
  sheet.line();
  sheet.line(fmt::format("  {}", page.title));
  sheet.line();
  if (!page.traced.empty()) sheet.section("traced", page.traced);
  if (!page.domain.empty()) sheet.section("domain", page.domain);
  if (!page.evidence.empty()) sheet.section("evidence", page.evidence);
  sheet.section("sources", page.sources);
  if (!page.extrapolated.empty()) sheet.section("outside", extrapolated_words(page));
  sheet.section("widths", width_lines(page));
  sheet.section("symbols", symbol_lines(page));
  sheet.section("versions", version_lines(page));
  sheet.section("price", policy_words(page));
  sheet.section("base", page.base.empty() ? "none" : page.base);
  std::vector<std::string> origins;
  for (const Origin& origin : page.origins)
    origins.push_back(fmt::format("{}  {}", name_of(origin.profile), count_words(origin.deciding, origin.support)));
  sheet.section("conditions", origins);
  std::size_t id_width = 0;
  for (const Area& one : page.areas) {
    for (const ConditionPage& condition : one.conditions) id_width = std::max(id_width, condition.id.size());
  }
  for (const Area& one : page.areas) area(sheet, one, id_width);
  sheet.line();
  sheet.line(page.without_remedy.empty() ? "  each condition has a remedy" : "  without a remedy: a miss needs a new trace");
  for (const std::string& id : page.without_remedy) sheet.line("    " + id);
  sheet.line();
  sheet.line("  tracegate explain CONDITION tells all of one");
  return sheet.take();
}

}  // namespace tracegate::analyzer
