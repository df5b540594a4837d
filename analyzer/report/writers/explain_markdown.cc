#include "analyzer/report/writers/explain_markdown.h"

#include <fmt/format.h>

#include "analyzer/report/writers/explain_words.h"
#include "analyzer/report/writers/lines.h"

namespace tracegate::analyzer {
namespace {

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

// A profile's text as Markdown shows it as it is. What stands between backticks is code already; a "|" would end a table's cell there too.
std::string escaped(std::string_view text) {
  std::string out;
  bool code = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '`') code = !code;
    // Between letters and digits it is a character like others.
    const bool inside = c == '_' && i > 0 && i + 1 < text.size() && is_word(text[i - 1]) && is_word(text[i + 1]);
    const bool special = c == '|' || (!code && !inside && std::string_view("\\*_<>[]#").find(c) != std::string_view::npos);
    if (special) out += '\\';
    out += c;
  }
  return out;
}

std::string anchor(const std::string& id) { return fmt::format("<a id=\"{}\"></a>", id); }
std::string link(const std::string& id) { return fmt::format("[`{0}`](#{0})", id); }

class Page : public Lines {
 public:
  void table(std::string_view left, std::string_view right) {
    add(fmt::format("| {} | {} |", left, right));
    add("|---|---|");
  }

  void row(std::string_view left, std::string_view right) { add(fmt::format("| {} | {} |", left, right)); }

  void condition(const schema::ConditionPage& page) {
    add(anchor(page.id()));
    add(fmt::format("### `{}`", page.id()));
    add();
    add(escaped(page.title()));
    add();
    table("", "");
    std::string required = escaped(page.required());
    for (const std::string& note : page.notes()) required += "; " + escaped(note);
    row("required", required);
    std::string judged_at;
    for (const std::string& one : page.judged_at()) judged_at += (judged_at.empty() ? "" : "<br>") + escaped(one);
    row("judged at", judged_at);
    row("applies", escaped(applies_words(page)));
    row("because", escaped(page.because()));
    row("remedy", escaped(remedy_words(page)));
    row("decides", decides_words(page));
    row("price", price(page));
    row("blocked by", blocked_by(page));
    std::string evidence;
    for (const schema::Evidence& one : page.evidence())
      evidence += fmt::format("{}\\[{}\\] {}", evidence.empty() ? "" : "; ", one.mark(), one.meaning());
    row("evidence", evidence);
    row("profiles", profiles_words(page));
  }

 private:
  static std::string price(const schema::ConditionPage& page) {
    std::string text = escaped(no_price_words(page));
    for (const schema::PriceRole& role : page.price()) {
      text += fmt::format("{}{}: {} ([section {}](../price.md))", text.empty() ? "" : "<br>", role.list(), escaped(role.effect()),
                          role.section());
    }
    return text;
  }

  static std::string blocked_by(const schema::ConditionPage& page) {
    std::string text;
    for (const BlockerGroup& group : blocker_groups(page)) {
      text += fmt::format("{}{}: ", text.empty() ? "" : "<br>", escaped(group.where));
      for (const std::string& id : group.conditions) text += (id == group.conditions.front() ? "" : ", ") + link(id);
    }
    return text.empty() ? "nothing" : text;
  }
};

void head(Page& out, const schema::ProfileReference& profile, const schema::ProfilePage& page) {
  out.add(fmt::format("# {}", name_of(profile)));
  out.add();
  out.add(fmt::format("<!-- Written by `tracegate explain {} --format markdown`; TRACEGATE_ACCEPT=1 tools/test writes it anew. -->",
                      profile.id()));
  out.add();
  out.add(escaped(page.title()));
  out.add();
  out.table("", "");
  if (!page.traced().empty()) out.row("traced", escaped(page.traced()));
  if (!page.domain().empty()) out.row("domain", escaped(page.domain()));
  if (!page.evidence().empty()) out.row("evidence", escaped(page.evidence()));
  for (const std::string& source : page.sources()) out.row("source", fmt::format("<{}>", source));
  if (!page.extrapolated().empty()) out.row("outside", escaped(extrapolated_words(page)));
  out.row("price", escaped(policy_words(page)));
  out.row("base", page.base().empty() ? "none" : fmt::format("[{0}]({0}.md)", page.base()));
  for (const schema::ConditionOrigin& origin : page.origins())
    out.row("conditions", fmt::format("{}: {}", name_of(origin), count_words(origin.deciding(), origin.support())));
  out.add();
}

void widths(Page& out, const schema::ProfilePage& page) {
  if (page.widths().empty()) return;
  out.add("## Widths");
  out.add();
  out.table("width", "bytes per row");
  for (const schema::WidthFormula& width : page.widths()) {
    const std::string residue = residue_words(width);
    out.row(escaped(width.title()), fmt::format("`{}`{}", width.formula(), residue.empty() ? "" : "; " + residue));
  }
  out.add();
  out.table("symbol", "");
  for (const schema::SymbolMeaning& symbol : page.symbols())
    out.row(escaped(symbol.id()), escaped(fmt::format("{}: {}", symbol.title(), symbol.meaning())));
  out.add();
}

void versions(Page& out, const schema::ProfilePage& page) {
  if (page.packages().empty() && page.forwards().empty()) return;
  out.add("## Traced versions");
  out.add();
  out.table("package", "versions");
  for (const schema::PackageVersions& one : page.packages())
    out.row(escaped(one.name()), fmt::format("{}", fmt::join(one.versions(), ", ")));
  out.add();
  if (page.forwards().empty()) return;
  out.table("class", "digest of its forward's source");
  for (const schema::ForwardSources& one : page.forwards())
    out.row(fmt::format("`{}`", one.class_()), fmt::format("`{}`", fmt::join(one.sources(), "`, `")));
  out.add();
}

void contents(Page& out, const schema::ProfilePage& page) {
  out.add("## Conditions");
  out.add();
  out.add("A condition that is blocked is neither missed nor undetermined: what blocks it is missed, or blocked in its turn.");
  for (const schema::ConditionArea& area : page.areas()) {
    out.add();
    out.add(fmt::format("`{}/`: {}", area.name(), count_words(area.deciding(), area.support())));
    out.add();
    out.table("condition", "");
    for (const schema::ConditionSummary& condition : area.conditions()) {
      out.row(link(condition.id()), escaped(condition.title()) + (condition.support() ? " (floor only)" : ""));
    }
  }
  out.add();
  out.add("## Without a remedy");
  out.add();
  out.add(page.without_remedy().empty() ? "Each condition has a remedy." : "A miss of these needs a new trace:");
  if (!page.without_remedy().empty()) out.add();
  for (const std::string& id : page.without_remedy()) out.add(fmt::format("* {}", link(id)));
}

std::string profile_markdown(const schema::ProfileReference& profile, const schema::ProfilePage& page) {
  Page out;
  head(out, profile, page);
  widths(out, page);
  versions(out, page);
  contents(out, page);
  int next = 0;
  for (const schema::ConditionArea& area : page.areas()) {
    out.add();
    out.add(fmt::format("## `{}/`", area.name()));
    for (int i = 0; i < area.conditions_size() && next < page.conditions_size(); ++i) {
      out.add();
      out.condition(page.conditions(next++));
    }
  }
  return out.take();
}

}  // namespace

std::string write_explain_markdown(const schema::Report& report) {
  if (report.has_profile_page()) return profile_markdown(report.profile(), report.profile_page());
  Page out;
  out.condition(report.condition_page());
  return out.take();
}

}  // namespace tracegate::analyzer
