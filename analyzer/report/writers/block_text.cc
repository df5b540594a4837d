#include "analyzer/report/writers/block_text.h"

#include <fmt/format.h>

#include "analyzer/report/writers/words.h"
#include "ir/text/words.h"

namespace tracegate::analyzer {
namespace {

using ir::plural;
using schema::Reason;

constexpr std::size_t kMostFindings = 12;  // conditions spelled out in one block
constexpr std::size_t kFoldAbsent = 3;     // so many conditions that miss one absent thing are told together

// Characters, not bytes.
std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (const char c : text) width += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return width;
}

class Writer {
 public:
  Writer(const schema::Model& model, const Block& block, bool hints, Lines& out) : model_(model), block_(block), hints_(hints), out_(out) {}

  void write(const std::string& profile) {
    const std::string place = block_.layers.empty() ? std::string("the model and its run") : shown(block_.path);
    std::string more = block_.layers.size() > 1 ? fmt::format(" and {} more", block_.layers.size() - 1) : std::string();
    if (block_.classes.size() > 1) more += fmt::format(" (classes {})", fmt::join(block_.classes, ", "));
    out_.add(fmt::format("{:<64}  {} of {} conditions missed", fmt::format("missed  {}  {}{}", profile, place, more), block_.missed.size(),
                         model_.conditions_size()));
    std::string path;
    std::size_t number = 0;
    for (std::size_t i = 0; i < block_.missed.size(); ++i) {
      const Miss& miss = block_.missed[i];
      if (number == kMostFindings) {
        out_.add();
        out_.add(fmt::format("  ... {} more; --format json lists all", block_.missed.size() - i));
        break;
      }
      if (number == 0 || path_of(i) != path) {
        path = path_of(i);
        out_.add();
        path_line(path);
      }
      ++number;
      const std::size_t together = absent_from(i);
      if (together < kFoldAbsent) {
        finding(number, miss);
        continue;
      }
      absent_together(number, i, together);
      i += together - 1;
    }
    out_.add();
  }

 private:
  std::string shown(const std::string& path) const { return path.empty() ? "(model)" : shown_path(model_, path); }
  const std::string& path_of(std::size_t miss) const { return block_.missed[miss].findings.front()->path(); }

  // How many misses from this one on are about things that are absent at the same path.
  std::size_t absent_from(std::size_t first) const {
    std::size_t end = first;
    while (end < block_.missed.size() && path_of(end) == path_of(first) &&
           block_.missed[end].findings.front()->reason() == Reason::absent) {
      ++end;
    }
    return end - first;
  }

  // One cause, told once.
  void absent_together(std::size_t number, std::size_t first, std::size_t count) {
    constexpr std::size_t kMostIds = 6;
    std::vector<std::string> found, ids;
    for (std::size_t i = first; i < first + count; ++i) {
      ids.push_back(block_.missed[i].condition->id());
      found.push_back(block_.missed[i].findings.front()->found());
    }
    out_.add(fmt::format("  {:>2}  {:<34} found     {}  [{}]", number, plural(count, "condition"), ir::some_of(found, kMostIds),
                         name(Reason::absent)));
    out_.add(fmt::format("  {:>2}  {:<34} decides   {}", "", "", ir::some_of(ids, kMostIds)));
  }

  // The path, with carets under its last component.
  void path_line(const std::string& path) {
    const std::string text = shown(path);
    out_.add(fmt::format("  {}", text));
    const auto dot = text.rfind('.');
    const std::string_view before = std::string_view(text).substr(0, dot == std::string::npos ? 0 : dot + 1);
    out_.add(fmt::format("  {}{}", std::string(width_of(before), ' '), std::string(width_of(text) - width_of(before), '^')));
  }

  void finding(std::size_t number, const Miss& miss) {
    const schema::Condition& condition = *miss.condition;
    const schema::Subject& first = *miss.findings.front();
    const std::string slot = first.slot().empty() ? std::string() : fmt::format(" in slot \"{}\"", first.slot());
    out_.add(fmt::format("  {:>2}  {:<34} required  {}", number, condition.id(), first.required()));
    out_.add(fmt::format("  {:>2}  {:<34} found     {}{}  [{}]", "", "", first.found(), slot, name(first.reason())));
    if (miss.findings.size() > 1) out_.add(fmt::format("  {:>2}  {:<34} also at   {}", "", "", also(miss)));
    out_.add(fmt::format("  {:>2}  {:<34} because   {}", "", "", condition.because()));
    if (hints_ && !condition.remedy().empty()) {
      out_.add(fmt::format("  {:>2}  {:<34} hint      {} (not checked)", "", "", condition.remedy()));
    }
  }

  std::string also(const Miss& miss) const {
    constexpr std::size_t kMostNamed = 3;
    std::vector<std::string> paths;
    for (std::size_t i = 1; i < miss.findings.size() && i <= kMostNamed; ++i) {
      const schema::Subject& subject = *miss.findings[i];
      paths.push_back(shown(subject.path()) + (subject.slot().empty() ? std::string() : fmt::format(" (slot \"{}\")", subject.slot())));
    }
    if (miss.findings.size() > kMostNamed + 1) paths.push_back(fmt::format("{} more", miss.findings.size() - 1 - kMostNamed));
    return fmt::format("{}", fmt::join(paths, ", "));
  }

  const schema::Model& model_;
  const Block& block_;
  const bool hints_;
  Lines& out_;
};

std::string supply(const MissingFact& missing) {
  if (missing.run_fact) return "say it on the command line, or with run= when the model is exported";
  switch (missing.reason) {
    case Reason::not_exported:
      return "export the live model again with tracegate_export, which collects it";
    case Reason::unreadable:
      return "the model's own code: make the attribute readable, then export again";
    default:
      return "nobody: the file says too little";
  }
}

}  // namespace

void block_lines(const schema::ProfileReference& profile, const schema::Model& model, const Block& block, bool hints, Lines& out) {
  Writer(model, block, hints, out).write(profile.id());
}

void missing_lines(const schema::Model& model, const MissingFact& missing, Lines& out) {
  constexpr std::size_t kMostIds = 8;
  std::vector<std::string> ids;
  for (const schema::Condition* condition : missing.conditions) ids.push_back(condition->id());
  const std::string& path = missing.paths.front();
  std::string where = path.empty() ? "(model)" : shown_path(model, path);
  if (missing.paths.size() > 1) where += fmt::format(" and {} more", missing.paths.size() - 1);
  out.add(fmt::format("undetermined  {}", plural(ids.size(), "condition")));
  out.add(fmt::format("  missing     {}  [{}]", fmt::join(missing.found, "; "), name(missing.reason)));
  out.add(fmt::format("  at          {}", where));
  out.add(fmt::format("  decides     {}", ir::some_of(ids, kMostIds)));
  out.add(fmt::format("  supply      {}", supply(missing)));
  out.add();
}

}  // namespace tracegate::analyzer
