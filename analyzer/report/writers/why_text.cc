#include "analyzer/report/writers/why_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "analyzer/price/te_growth.h"
#include "analyzer/report/writers/price_text.h"
#include "analyzer/report/writers/text.h"

namespace tracegate::analyzer {
namespace {

using rules::Verdict;

constexpr std::size_t kMostDifferences = 6;
constexpr std::size_t kMostChanges = 12;
constexpr std::size_t kMostClasses = 3;

class Writer {
 public:
  Writer(const Explanation& explanation) : explanation_(explanation), report_(explanation.report) {}

  std::string write() {
    likely();
    differences();
    changes();
    money();
    more();
    return std::move(out_);
  }

 private:
  void line(const std::string& text) {
    out_ += text;
    out_ += '\n';
  }

  std::string shown(const std::string& path) const {
    const bool below = !report_.root.empty() && path.starts_with(report_.root + ".");
    return below ? path.substr(report_.root.size() + 1) : path;
  }

  void likely() {
    if (!explanation_.likely) return;
    const LikelyLayers& layers = *explanation_.likely;
    line(fmt::format("  looks like  {}: {} x {}", layers.path.empty() ? "(model)" : layers.path, layers.count, layers.class_name));
    if (!layers.parts.empty()) line(fmt::format("              of {}", fmt::join(layers.parts, ", ")));
    if (!layers.required.empty()) line(fmt::format("              a decoder layer is {}", layers.required));
  }

  void differences() {
    std::size_t told = 0;
    for (const LayerDifference& difference : explanation_.differences) {
      if (told++ == kMostClasses) {
        line(fmt::format("  nearest     ... {} more classes that do not match", explanation_.differences.size() - kMostClasses));
        break;
      }
      line(fmt::format("  nearest     {} (class {}) against {} (class {}, matched): {} difference{}",
                       shown(report_.layer_paths[difference.layer]), report_.classes[difference.layer_class].layers.id,
                       shown(report_.layer_paths[difference.nearest]), report_.classes[difference.nearest_class].layers.id,
                       difference.lines.size(), difference.lines.size() == 1 ? "" : "s"));
      for (std::size_t i = 0; i < difference.lines.size(); ++i) {
        if (i == kMostDifferences) {
          line(fmt::format("                ... {} more", difference.lines.size() - i));
          break;
        }
        line("                " + difference.lines[i]);
      }
    }
  }

  // a, b, ..., z, aa, ...
  static std::string letter(std::size_t index) {
    std::string text;
    for (++index; index > 0; index = (index - 1) / 26) text.insert(text.begin(), static_cast<char>('a' + (index - 1) % 26));
    return text;
  }

  void changes() {
    const ChangePlan& plan = explanation_.plan;
    for (std::size_t i = 0; i < plan.sets.size(); ++i) {
      const ChangeSet& set = plan.sets[i];
      const bool one = set.changes.size() == 1;
      line(fmt::format("  {:<10}  {} (checked by judging again)", i == 0 ? "change" : "or",
                       one ? "this opens the gate" : fmt::format("these {} together open the gate", set.changes.size())));
      for (std::size_t k = 0; k < set.changes.size(); ++k) {
        if (k == kMostChanges) {
          line(fmt::format("                ... {} more; --format json lists all", set.changes.size() - k));
          break;
        }
        const Change& change = set.changes[k];
        const std::string more = change.objects > 1 ? fmt::format(" and at {} more", change.objects - 1) : "";
        const std::string now = change.now.empty() ? "" : fmt::format(" ({})", change.now);
        line(fmt::format("                {}  {:<6}  {}{}: {}{}", letter(k), change.kind, shown(change.path), more, change.text, now));
      }
    }
    if (plan.capped) line("              more alternatives exist");
    without();
  }

  // Conditions without a change, those for one reason together.
  void without() {
    constexpr std::size_t kMostIds = 6;
    std::vector<std::string> reasons;
    for (const NoChange& none : explanation_.plan.without) {
      if (std::find(reasons.begin(), reasons.end(), none.why) == reasons.end()) reasons.push_back(none.why);
    }
    for (const std::string& reason : reasons) {
      std::vector<std::string> ids;
      for (const NoChange& none : explanation_.plan.without) {
        if (none.why == reason) ids.push_back(none.id);
      }
      const std::size_t more = ids.size() > kMostIds ? ids.size() - kMostIds : 0;
      ids.resize(ids.size() - more);
      line(fmt::format("  no remedy   {}{}: {}", fmt::join(ids, ", "), more > 0 ? fmt::format(" and {} more", more) : "", reason));
    }
  }

  void money() {
    if (!explanation_.row || report_.verdict == Verdict::kMatched) return;
    const RowPrice& row = *explanation_.row;
    const std::int64_t difference = row.now - row.if_matched;
    line(fmt::format("  price       now         {:>10} per gradient row: {} input gradients", in_units(row.now), row.layers));
    line(fmt::format("              if matched  {:>10} per gradient row: stage of the MLP, residual and norm, one input gradient",
                     in_units(row.if_matched)));
    line(fmt::format(
        "              a match {} {} per gradient row, and takes {} once; before outputs and the 1.10; tracegate price prices a wave",
        difference >= 0 ? "saves" : "costs", in_units(difference >= 0 ? difference : -difference), in_units(price::kTeGrowthBytes)));
  }

  void more() {
    for (const ConditionReport& condition : report_.conditions) {
      if (condition.support || condition.findings.empty()) continue;
      line(fmt::format("  more        tracegate explain {}", condition.id));
      return;
    }
  }

  const Explanation& explanation_;
  const GateReport& report_;
  std::string out_;
};

}  // namespace

std::string write_why_text(const rules::Profile& profile, const std::string& file, Explanation explanation) {
  std::string out;
  if (!explanation.tried.empty()) {
    out += fmt::format("the file itself: {}\n", explanation.file_verdict);
    for (const std::string& tried : explanation.tried) out += fmt::format("what if  {}\n", tried);
    out += "what follows is of the edited facts, not of the file\n\n";
  }
  std::vector<ModelEntry> entries(1);
  entries.front().file = file;
  const std::string added = Writer(explanation).write();
  entries.front().outcome = std::move(explanation.report);
  out += write_text(profile, entries, false);
  return out + added;
}

}  // namespace tracegate::analyzer
