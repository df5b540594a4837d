#include "analyzer/report/writers/group.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace tracegate::analyzer {
namespace {

using rules::Verdict;

// The misses of one context, those at the same path beside each other.
std::vector<Miss> misses(const GateReport& report, std::optional<std::size_t> layer_class) {
  std::vector<Miss> found;
  for (const ConditionReport& condition : report.conditions) {
    if (condition.support) continue;
    Miss miss{&condition, {}};
    for (const Finding& finding : condition.findings) {
      if (finding.verdict != Verdict::kMissed || finding.layer_class != layer_class) continue;
      if (layer_class && finding.layer != report.classes[*layer_class].layers.representative()) continue;
      miss.findings.push_back(&finding);
    }
    if (!miss.findings.empty()) found.push_back(std::move(miss));
  }
  std::vector<std::string> paths;
  for (const Miss& miss : found) {
    if (std::find(paths.begin(), paths.end(), miss.findings.front()->path) == paths.end()) paths.push_back(miss.findings.front()->path);
  }
  const auto rank = [&](const Miss& miss) { return std::find(paths.begin(), paths.end(), miss.findings.front()->path) - paths.begin(); };
  std::stable_sort(found.begin(), found.end(), [&](const Miss& a, const Miss& b) { return rank(a) < rank(b); });
  return found;
}

// The same conditions at the same places of the layer, and the same found there.
bool same_misses(const GateReport& report, const Block& a, const Block& b) {
  const std::size_t cut_a = report.layer_paths[a.layers.front()].size();
  const std::size_t cut_b = report.layer_paths[b.layers.front()].size();
  const auto same_finding = [&](const Finding* x, const Finding* y) {
    return x->slot == y->slot && x->reason == y->reason && x->found == y->found && x->path.substr(cut_a) == y->path.substr(cut_b);
  };
  return std::equal(a.missed.begin(), a.missed.end(), b.missed.begin(), b.missed.end(), [&](const Miss& x, const Miss& y) {
    return x.condition == y.condition &&
           std::equal(x.findings.begin(), x.findings.end(), y.findings.begin(), y.findings.end(), same_finding);
  });
}

}  // namespace

std::vector<Block> group_findings(const GateReport& report) {
  std::vector<Block> blocks;
  if (auto missed = misses(report, std::nullopt); !missed.empty()) blocks.push_back({{}, {}, std::move(missed)});
  for (std::size_t i = 0; i < report.classes.size(); ++i) {
    Block block{{report.classes[i].layers.id}, report.classes[i].layers.layers, misses(report, i)};
    if (block.missed.empty()) continue;
    const auto same = std::find_if(blocks.begin(), blocks.end(),
                                   [&](const Block& known) { return !known.layers.empty() && same_misses(report, known, block); });
    if (same == blocks.end()) {
      blocks.push_back(std::move(block));
      continue;
    }
    same->classes.push_back(block.classes.front());
    same->layers.insert(same->layers.end(), block.layers.begin(), block.layers.end());
    std::sort(same->layers.begin(), same->layers.end());
  }
  return blocks;
}

std::vector<MissingFact> group_missing(const GateReport& report) {
  std::vector<MissingFact> facts;
  for (const ConditionReport& condition : report.conditions) {
    if (condition.support) continue;
    for (const Finding& finding : condition.findings) {
      if (finding.verdict != Verdict::kUndetermined) continue;
      auto fact = std::find_if(facts.begin(), facts.end(), [&](const MissingFact& known) {
        return known.reason == finding.reason && known.run_fact == condition.run_fact &&
               (condition.run_fact || known.found.front() == finding.found);
      });
      if (fact == facts.end()) fact = facts.insert(facts.end(), {{}, finding.reason, condition.run_fact, {}, {}});
      if (std::find(fact->found.begin(), fact->found.end(), finding.found) == fact->found.end()) fact->found.push_back(finding.found);
      if (fact->conditions.empty() || fact->conditions.back() != &condition) fact->conditions.push_back(&condition);
      if (std::find(fact->paths.begin(), fact->paths.end(), finding.path) == fact->paths.end()) fact->paths.push_back(finding.path);
    }
  }
  return facts;
}

std::string shown_path(const GateReport& report, const std::string& path) {
  if (!report.root.empty() && path.starts_with(report.root + ".")) return path.substr(report.root.size() + 1);
  return path;
}

std::string plural(std::size_t count, std::string_view noun, std::string_view nouns) {
  if (count == 1) return fmt::format("1 {}", noun);
  return nouns.empty() ? fmt::format("{} {}s", count, noun) : fmt::format("{} {}", count, nouns);
}

}  // namespace tracegate::analyzer
