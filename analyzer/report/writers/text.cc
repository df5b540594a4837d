#include "analyzer/report/writers/text.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "analyzer/price/price_words.h"
#include "analyzer/report/writers/group.h"
#include "analyzer/report/writers/price_text.h"
#include "ir/graph/value.h"
#include "rules/places/describe.h"

namespace tracegate::analyzer {
namespace {

using price::grouped;
using rules::Verdict;

constexpr std::size_t kMostFindings = 12;  // conditions spelled out in one block
constexpr std::size_t kMostBlocks = 3;     // groups of layer classes spelled out
constexpr std::size_t kMostClasses = 12;   // rows of the table of classes
constexpr std::size_t kMostBlocking = 16;  // conditions named before the blocks
constexpr std::size_t kFoldAbsent = 3;     // so many conditions that miss one absent thing are told together

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

class Writer {
 public:
  Writer(const rules::Profile& profile, const ModelEntry& model, const GateReport& report, bool hints)
      : profile_(profile), model_(model), report_(report), hints_(hints) {}

  std::string write() {
    summary();
    blocks();
    undetermined();
    closing();
    return std::move(out_);
  }

 private:
  void line(std::string_view text) {
    while (text.ends_with(' ')) text.remove_suffix(1);
    out_ += text;
    out_ += '\n';
  }

  // Without the wrappers above the language model.
  std::string shown(const std::string& path) const { return path.empty() ? "(model)" : shown_path(report_, path); }

  std::size_t decisive() const {
    return static_cast<std::size_t>(std::count_if(report_.conditions.begin(), report_.conditions.end(),
                                                  [](const ConditionReport& condition) { return !condition.support; }));
  }

  std::size_t with_verdict(Verdict verdict) const {
    return static_cast<std::size_t>(
        std::count_if(report_.conditions.begin(), report_.conditions.end(),
                      [&](const ConditionReport& condition) { return !condition.support && condition.verdict == verdict; }));
  }

  void summary() {
    std::string verdict(rules::name(report_.verdict));
    if (report_.extrapolated) verdict += ", extrapolated";
    if (!report_.version_differences.empty()) verdict += ", outside traced versions";
    const std::string head = fmt::format("{}  {}  {}", verdict, profile_.id(), model_.file);
    const std::string size = report_.decoder_layers == 0 ? std::string("no decoder layer")
                                                         : fmt::format("{} in {}", plural(report_.decoder_layers, "decoder layer"),
                                                                       plural(report_.classes.size(), "class", "classes"));
    line(fmt::format("{:<64}  {}", head, size));
    if (!report_.classes.empty()) table();
    line("");
    blocking();
  }

  void blocks() {
    const std::vector<Block> all = group_findings(report_);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i == kMostBlocks) {
        line(fmt::format("... {} more groups of layers that miss something; --format json lists all", all.size() - i));
        line("");
        return;
      }
      write_block(all[i]);
    }
  }

  void table() {
    std::size_t layers = 6, label = 5;
    for (const ClassReport& one : report_.classes) {
      layers = std::max(layers, fmt::formatted_size("{}: {}", one.layers.layers.size(), describe_some_layers(one.layers.layers)));
      label = std::max(label, one.label.size());
    }
    line("");
    line(fmt::format("  {:<5}  {}  {}  {:<12}  {}", "class", padded("layers", layers), padded("mixer", label), "verdict", "note"));
    for (const ClassReport& one : report_.classes) {
      if (&one == &report_.classes[0] + kMostClasses) {
        line(fmt::format("  ... {} more", report_.classes.size() - kMostClasses));
        break;
      }
      line(fmt::format("  {:<5}  {}  {}  {:<12}  {}", one.layers.id,
                       padded(fmt::format("{}: {}", one.layers.layers.size(), describe_some_layers(one.layers.layers)), layers),
                       padded(one.label, label), rules::name(one.verdict), note(one)));
    }
  }

  std::string note(const ClassReport& one) const {
    const auto index = static_cast<std::size_t>(&one - report_.classes.data());
    if (one.verdict == Verdict::kMatched) return report_.extrapolated ? "extrapolated" : "";
    std::size_t conditions = 0;
    for (const ConditionReport& condition : report_.conditions) {
      if (condition.support) continue;
      conditions += std::any_of(condition.findings.begin(), condition.findings.end(),
                                [&](const Finding& finding) { return finding.layer_class == index && finding.verdict == one.verdict; });
    }
    return conditions == 0 ? "blocked" : plural(conditions, "condition");
  }

  // Each missed condition with how many layers it is missed in.
  void blocking() {
    std::string_view label = "blocking";
    std::size_t named = 0;
    for (const ConditionReport& condition : report_.conditions) {
      if (condition.support || condition.verdict != Verdict::kMissed) continue;
      if (named++ == kMostBlocking) {
        line(fmt::format("  {:<12}... {} more", "", with_verdict(Verdict::kMissed) - kMostBlocking));
        break;
      }
      std::vector<std::size_t> layers;
      bool model = false;
      for (const Finding& finding : condition.findings) {
        if (finding.verdict != Verdict::kMissed) continue;
        if (!finding.layer) {
          model = true;
        } else if (layers.empty() || layers.back() != *finding.layer) {
          layers.push_back(*finding.layer);
        }
      }
      const std::string where = model ? (condition.run_fact ? "the run" : "the model") : plural(layers.size(), "layer");
      line(fmt::format("  {:<12}{:<11}  {}", label, where, condition.id));
      label = "";
    }
    if (label.empty()) line("");
  }

  void write_block(const Block& block) {
    const std::string place =
        block.layers.empty() ? std::string("the model and its run") : shown(report_.layer_paths[block.layers.front()]);
    std::string more = block.layers.size() > 1 ? fmt::format(" and {} more", block.layers.size() - 1) : std::string();
    if (block.classes.size() > 1) more += fmt::format(" (classes {})", fmt::join(block.classes, ", "));
    line(fmt::format("{:<64}  {} of {} conditions missed", fmt::format("missed  {}  {}{}", profile_.id(), place, more), block.missed.size(),
                     decisive()));
    std::string path;
    std::size_t number = 0;
    for (std::size_t i = 0; i < block.missed.size(); ++i) {
      const Miss& miss = block.missed[i];
      if (number == kMostFindings) {
        line("");
        line(fmt::format("  ... {} more; --format json lists all", block.missed.size() - i));
        break;
      }
      if (number == 0 || miss.findings.front()->path != path) {
        path = miss.findings.front()->path;
        line("");
        path_line(path);
      }
      ++number;
      const std::size_t together = absent_from(block, i);
      if (together < kFoldAbsent) {
        finding(number, miss);
        continue;
      }
      absent_together(number, block, i, together);
      i += together - 1;
    }
    line("");
  }

  // How many misses from this one on are about things that are absent at the same path.
  static std::size_t absent_from(const Block& block, std::size_t first) {
    std::size_t end = first;
    const std::string& path = block.missed[first].findings.front()->path;
    while (end < block.missed.size() && block.missed[end].findings.front()->path == path &&
           block.missed[end].findings.front()->reason == rules::Reason::kAbsent) {
      ++end;
    }
    return end - first;
  }

  // One cause, told once.
  void absent_together(std::size_t number, const Block& block, std::size_t first, std::size_t count) {
    constexpr std::size_t kMostIds = 6;
    std::vector<std::string> found, ids;
    for (std::size_t i = first; i < first + count; ++i) {
      ids.push_back(block.missed[i].condition->id);
      found.push_back(block.missed[i].findings.front()->found);
    }
    const auto some = [](std::vector<std::string> all) {
      const std::size_t more = all.size() > kMostIds ? all.size() - kMostIds : 0;
      all.resize(all.size() - more);
      return fmt::format("{}{}", fmt::join(all, ", "), more > 0 ? fmt::format(" and {} more", more) : std::string());
    };
    line(fmt::format("  {:>2}  {:<34} found     {}  [{}]", number, plural(count, "condition"), some(found),
                     rules::name(rules::Reason::kAbsent)));
    line(fmt::format("  {:>2}  {:<34} decides   {}", "", "", some(ids)));
  }

  // The path, with carets under its last component.
  void path_line(const std::string& path) {
    const std::string text = shown(path);
    line(fmt::format("  {}", text));
    const auto dot = text.rfind('.');
    const std::size_t begin = dot == std::string::npos ? 0 : dot + 1;
    std::size_t width = 0;  // characters, not bytes
    for (std::size_t i = begin; i < text.size(); ++i) width += (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
    std::size_t before = 0;
    for (std::size_t i = 0; i < begin; ++i) before += (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
    line(fmt::format("  {}{}", std::string(before, ' '), std::string(width, '^')));
  }

  void finding(std::size_t number, const Miss& miss) {
    const ConditionReport& condition = *miss.condition;
    const Finding& first = *miss.findings.front();
    const std::string slot = first.slot.empty() ? std::string() : fmt::format(" in slot \"{}\"", first.slot);
    line(fmt::format("  {:>2}  {:<34} required  {}", number, condition.id, condition.required));
    line(fmt::format("  {:>2}  {:<34} found     {}{}  [{}]", "", "", first.found, slot, rules::name(first.reason)));
    if (miss.findings.size() > 1) {
      line(fmt::format("  {:>2}  {:<34} also at   {}", "", "", also(miss)));
    }
    line(fmt::format("  {:>2}  {:<34} because   {}", "", "", condition.because));
    if (hints_ && !condition.remedy.empty()) line(fmt::format("  {:>2}  {:<34} hint      {} (not checked)", "", "", condition.remedy));
  }

  std::string also(const Miss& miss) const {
    constexpr std::size_t kMostNamed = 3;
    std::vector<std::string> paths;
    for (std::size_t i = 1; i < miss.findings.size() && i <= kMostNamed; ++i) {
      const Finding& finding = *miss.findings[i];
      paths.push_back(shown(finding.path) + (finding.slot.empty() ? std::string() : fmt::format(" (slot \"{}\")", finding.slot)));
    }
    if (miss.findings.size() > kMostNamed + 1) paths.push_back(fmt::format("{} more", miss.findings.size() - 1 - kMostNamed));
    return fmt::format("{}", fmt::join(paths, ", "));
  }

  void undetermined() {
    for (const MissingFact& missing : group_missing(report_)) {
      std::vector<std::string> ids;
      for (const ConditionReport* condition : missing.conditions) ids.push_back(condition->id);
      line(fmt::format("undetermined  {}", plural(ids.size(), "condition")));
      line(fmt::format("  missing     {}  [{}]", fmt::join(missing.found, "; "), rules::name(missing.reason)));
      line(fmt::format("  at          {}", where(missing)));
      constexpr std::size_t kMostIds = 8;
      const std::size_t more = ids.size() > kMostIds ? ids.size() - kMostIds : 0;
      ids.resize(ids.size() - more);
      line(fmt::format("  decides     {}{}", fmt::join(ids, ", "), more > 0 ? fmt::format(" and {} more", more) : std::string()));
      line(fmt::format("  supply      {}", supply(missing)));
      line("");
    }
  }

  std::string where(const MissingFact& missing) const {
    if (missing.paths.size() == 1) return shown(missing.paths.front());
    return fmt::format("{} and {} more", shown(missing.paths.front()), missing.paths.size() - 1);
  }

  static std::string supply(const MissingFact& missing) {
    if (missing.run_fact) return "say it on the command line, or with run= when the model is exported";
    switch (missing.reason) {
      case rules::Reason::kNotExported:
        return "export the live model again with tracegate_export, which collects it";
      case rules::Reason::kUnreadable:
        return "the model's own code: make the attribute readable, then export again";
      default:
        return "nobody: the file says too little";
    }
  }

  void closing() {
    const std::size_t passed = with_verdict(Verdict::kMatched);
    line(fmt::format("  passed      {} of {} conditions", passed, decisive()));
    if (report_.verdict == Verdict::kMatched) {
      if (report_.extrapolated) line(fmt::format("  extrapolated  {}", report_.extrapolation));
      for (const std::string& difference : report_.version_differences) line(fmt::format("  versions    {}", difference));
      for (const Width& width : std::get<std::vector<Width>>(*report_.widths)) {
        line(fmt::format("  width       {}, {} bytes per row", width.title, grouped(width.bytes_per_row)));
      }
    } else if (report_.decoder_layers == 0) {
      line("  effect      there is no decoder layer to match, so the model keeps today's price");
    } else if (report_.widths) {
      line(fmt::format("  effect      {}, so the model keeps today's price", std::get<std::string>(*report_.widths)));
    } else {
      std::size_t matched = 0;
      for (const ClassReport& one : report_.classes) {
        if (one.verdict == Verdict::kMatched) matched += one.layers.layers.size();
      }
      const std::string layers = plural(report_.decoder_layers, "decoder layer");
      if (matched == report_.decoder_layers) {
        line(fmt::format("  effect      the {} match{}, what is around does not, so the model keeps today's price", layers,
                         matched == 1 ? "es" : ""));
      } else {
        line(fmt::format("  effect      {} must match; {} {}, so the model keeps today's price",
                         report_.decoder_layers == 1 ? "the one decoder layer" : "all " + layers, matched, matched == 1 ? "does" : "do"));
      }
    }
    if (report_.verdict == Verdict::kMatched) {
      for (const NoteReport& note : report_.notes) write_note(note);
      support();
    }
    line(fmt::format("  run         {}", run()));
    if (!report_.root.empty()) line(fmt::format("  paths       below {} ({})", report_.root, report_.root_class));
    line(fmt::format("  taken       {}; later changes to the live model are not seen",
                     report_.run.taken_at.empty() ? "not recorded" : report_.run.taken_at));
  }

  // What no condition asks for. One line a note: what and where, and why it may matter.
  void write_note(const NoteReport& note) {
    constexpr std::size_t kMostFound = 2;
    std::vector<std::string> found, paths, inside;
    std::vector<std::size_t> layers;
    const auto add = [](auto& list, const auto& item) {
      if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
    };
    for (const Finding& finding : note.findings) {
      add(found, finding.found);
      if (finding.layer) {
        if (layers.empty() || layers.back() != *finding.layer) layers.push_back(*finding.layer);
        if (layers.size() == 1) add(inside, finding.path);
      } else {
        add(paths, shown(finding.path));
      }
    }
    if (found.size() > kMostFound) {
      const std::size_t more = found.size() - kMostFound;
      found.resize(kMostFound);
      found.push_back(fmt::format("{} more", more));
    }
    std::vector<std::string> where;
    if (!paths.empty()) where.push_back(paths.size() == 1 ? paths.front() : fmt::format("{} and {} more", paths.front(), paths.size() - 1));
    if (layers.size() == 1) where.push_back(shown(inside.size() == 1 ? inside.front() : report_.layer_paths[layers.front()]));
    if (layers.size() > 1) where.push_back(plural(layers.size(), "layer"));
    line(fmt::format("  note        {} ({}) at {}: {}", note.title, fmt::join(found, "; "), fmt::join(where, " and "), note.because));
  }

  // Facts that choose the floor of a price: told only where one is not there.
  void support() {
    std::vector<std::string> ids;
    for (const ConditionReport& condition : report_.conditions) {
      if (condition.support && condition.verdict != Verdict::kMatched) ids.push_back(condition.id);
    }
    if (!ids.empty()) line(fmt::format("  floor       the busiest-rank floor would price it: {} not met", fmt::join(ids, ", ")));
  }

  std::string run() const {
    std::vector<std::string> facts;
    for (const auto& [name, value] : report_.run.facts)
      facts.push_back(
          fmt::format("{} {}", name, value.starts_with("int:") ? std::string(ir::payload(value)) : rules::describe_text(value)));
    for (const ir::Slot& slot : report_.run.slots) facts.push_back(fmt::format("slot \"{}:{}\"", slot.kind, slot.name));
    return facts.empty() ? "nothing is known of it" : fmt::format("{}", fmt::join(facts, ", "));
  }

  const rules::Profile& profile_;
  const ModelEntry& model_;
  const GateReport& report_;
  const bool hints_;
  std::string out_;
};

}  // namespace

std::string write_text(const rules::Profile& profile, const std::vector<ModelEntry>& models, bool hints) {
  std::string out;
  for (const ModelEntry& model : models) {
    if (!out.empty()) out += '\n';
    if (const std::string* error = model.error()) {
      out += fmt::format("error  {}  {}\n", model.file, *error);
    } else {
      out += Writer(profile, model, *model.gate(), hints).write();
      if (model.price) out += '\n' + write_price_text({model.file, model.wave}, *model.price);
    }
  }
  return out;
}

}  // namespace tracegate::analyzer
