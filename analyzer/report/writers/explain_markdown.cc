#include "analyzer/report/writers/explain_markdown.h"

#include <fmt/format.h>

#include "analyzer/report/writers/explain_words.h"

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

class Page {
 public:
  void line(std::string_view text = {}) {
    out_ += text;
    out_ += '\n';
  }

  void table(std::string_view left, std::string_view right) {
    line(fmt::format("| {} | {} |", left, right));
    line("|---|---|");
  }

  void row(std::string_view left, std::string_view right) { line(fmt::format("| {} | {} |", left, right)); }

  void condition(const ConditionPage& page) {
    line(anchor(page.id));
    line(fmt::format("### `{}`", page.id));
    line();
    line(escaped(page.title));
    line();
    table("", "");
    std::string required = escaped(page.required);
    for (const std::string& note : page.notes) required += "; " + escaped(note);
    row("required", required);
    std::string judged_at;
    for (const std::string& one : page.judged_at) judged_at += (judged_at.empty() ? "" : "<br>") + escaped(one);
    row("judged at", judged_at);
    row("applies", escaped(applies_words(page)));
    row("because", escaped(page.because));
    row("remedy", escaped(remedy_words(page)));
    row("decides", decides_words(page));
    row("price", price(page));
    row("blocked by", blocked_by(page));
    std::string evidence;
    for (const Evidence& one : page.evidence) evidence += fmt::format("{}\\[{}\\] {}", evidence.empty() ? "" : "; ", one.mark, one.meaning);
    row("evidence", evidence);
    row("profiles", profiles_words(page));
  }

  std::string take() { return std::move(out_); }

 private:
  static std::string price(const ConditionPage& page) {
    std::string text = escaped(no_price_words(page));
    for (const PriceRole& role : page.price) {
      text +=
          fmt::format("{}{}: {} ([section {}](../price.md))", text.empty() ? "" : "<br>", role.list, escaped(role.effect), role.section);
    }
    return text;
  }

  static std::string blocked_by(const ConditionPage& page) {
    std::string text;
    for (const BlockerGroup& group : blocker_groups(page)) {
      text += fmt::format("{}{}: ", text.empty() ? "" : "<br>", escaped(group.where));
      for (const std::string& id : group.conditions) text += (id == group.conditions.front() ? "" : ", ") + link(id);
    }
    return text.empty() ? "nothing" : text;
  }

  std::string out_;
};

void head(Page& out, const ProfilePage& page) {
  out.line(fmt::format("# {}", name_of(page.profile)));
  out.line();
  out.line(fmt::format("<!-- Written by `tracegate explain {} --format markdown`; TRACEGATE_ACCEPT=1 tools/test writes it anew. -->",
                       page.profile.id));
  out.line();
  out.line(escaped(page.title));
  out.line();
  out.table("", "");
  if (!page.traced.empty()) out.row("traced", escaped(page.traced));
  if (!page.domain.empty()) out.row("domain", escaped(page.domain));
  if (!page.evidence.empty()) out.row("evidence", escaped(page.evidence));
  for (const std::string& source : page.sources) out.row("source", fmt::format("<{}>", source));
  if (!page.extrapolated.empty()) out.row("outside", escaped(extrapolated_words(page)));
  out.row("price", escaped(policy_words(page)));
  out.row("base", page.base.empty() ? "none" : fmt::format("[{0}]({0}.md)", page.base));
  for (const Origin& origin : page.origins)
    out.row("conditions", fmt::format("{}: {}", name_of(origin.profile), count_words(origin.deciding, origin.support)));
  out.line();
}

void widths(Page& out, const ProfilePage& page) {
  if (page.widths.empty()) return;
  out.line("## Widths");
  out.line();
  out.table("width", "bytes per row");
  for (const WidthFormula& width : page.widths) {
    const std::string residue = residue_words(width);
    out.row(escaped(width.title), fmt::format("`{}`{}", width.formula, residue.empty() ? "" : "; " + residue));
  }
  out.line();
  out.table("symbol", "");
  for (const SymbolFormula& symbol : page.symbols)
    out.row(escaped(symbol.id), escaped(fmt::format("{}: {}", symbol.title, symbol.meaning)));
  out.line();
}

void versions(Page& out, const ProfilePage& page) {
  if (page.packages.empty() && page.forwards.empty()) return;
  out.line("## Traced versions");
  out.line();
  out.table("package", "versions");
  for (const auto& [name, list] : page.packages) out.row(escaped(name), fmt::format("{}", fmt::join(list, ", ")));
  out.line();
  if (page.forwards.empty()) return;
  out.table("class", "digest of its forward's source");
  for (const auto& [name, list] : page.forwards) out.row(fmt::format("`{}`", name), fmt::format("`{}`", fmt::join(list, "`, `")));
  out.line();
}

void contents(Page& out, const ProfilePage& page) {
  out.line("## Conditions");
  out.line();
  out.line("A condition that is blocked is neither missed nor undetermined: what blocks it is missed, or blocked in its turn.");
  for (const Area& area : page.areas) {
    out.line();
    out.line(fmt::format("`{}/`: {}", area.name, count_words(area.deciding(), area.support())));
    out.line();
    out.table("condition", "");
    for (const ConditionPage& condition : area.conditions) {
      out.row(link(condition.id), escaped(condition.title) + (condition.support ? " (floor only)" : ""));
    }
  }
  out.line();
  out.line("## Without a remedy");
  out.line();
  out.line(page.without_remedy.empty() ? "Each condition has a remedy." : "A miss of these needs a new trace:");
  if (!page.without_remedy.empty()) out.line();
  for (const std::string& id : page.without_remedy) out.line(fmt::format("* {}", link(id)));
}

}  // namespace

std::string write_explain_markdown(const ConditionPage& page) {
  Page out;
  out.condition(page);
  return out.take();
}

std::string write_explain_markdown(const ProfilePage& page) {
  Page out;
  head(out, page);
  widths(out, page);
  versions(out, page);
  contents(out, page);
  for (const Area& area : page.areas) {
    out.line();
    out.line(fmt::format("## `{}/`", area.name));
    for (const ConditionPage& condition : area.conditions) {
      out.line();
      out.condition(condition);
    }
  }
  return out.take();
}

}  // namespace tracegate::analyzer
