#include "analyzer/report/writers/gate_cost_text.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "analyzer/report/writers/words.h"
#include "ir/text/words.h"

namespace tracegate::analyzer {
namespace {

using ir::grouped;
using ir::in_units;
using schema::Verdict;

constexpr int kMostObstacles = 12;

std::string_view kept(const schema::PolicyPrice& policy) { return words_of(policy.policy()).without_widths; }

std::string cost(const schema::PolicyPrice& policy) {
  const std::int64_t difference = policy.required_bytes() - policy.if_matched_bytes();
  if (difference < 0) return fmt::format("a match costs this wave {} more ({} bytes)", in_units(-difference), grouped(-difference));
  if (difference == 0) return fmt::format("staying on {} costs this wave nothing", kept(policy));
  return fmt::format("staying on {} costs this wave +{} ({} bytes)", kept(policy), in_units(difference), grouped(difference));
}

// What one gradient row takes now and with a match.
void row_lines(const schema::GradientRow& row, Lines& out) {
  const std::int64_t difference = row.now_bytes() - row.if_matched_bytes();
  out.add(fmt::format("        now           {:>12} per row: {} input gradients", in_units(row.now_bytes()), row.layers()));
  out.add(fmt::format("        if matched    {:>12} per row: stage of the MLP, residual and norm, one input gradient",
                      in_units(row.if_matched_bytes())));
  out.add(fmt::format("        difference    {:>12} per row {}", in_units(std::abs(difference)),
                      difference < 0 ? "more with a match" : "less with a match"));
}

void obstacle_lines(const schema::PriceGate& gate, Lines& out) {
  for (int i = 0; i < gate.obstacles_size(); ++i) {
    if (i == kMostObstacles) {
      out.add(fmt::format("        ... {} more", gate.obstacles_size() - i));
      break;
    }
    const schema::Obstacle& obstacle = gate.obstacles(i);
    out.add(fmt::format("        {:<34}  {:<12}  {}", obstacle.id(), name(obstacle.verdict()), obstacle.where()));
  }
}

}  // namespace

void gate_cost_lines(const schema::WavePrice& price, const schema::PolicyPrice& policy, Lines& out) {
  const schema::PriceGate& gate = policy.gate();
  if (policy.outside_size() > 0) {
    out.add(fmt::format("  gate  {}: {}; {} is kept", gate.profile(), policy.outside(0), kept(policy)));
    return out.add();
  }
  std::string until;
  if (gate.obstacles_size() > 0) until = gate.obstacles_size() == 1 ? " until this is met" : " until all of these are met";
  out.add(fmt::format("  gate  {} {}; {} is kept{}", gate.profile(), name(gate.verdict()), kept(policy), until));
  obstacle_lines(gate, out);
  const auto stuck = std::find_if(gate.obstacles().begin(), gate.obstacles().end(), [](const schema::Obstacle& obstacle) {
    return obstacle.verdict() == Verdict::missed && !obstacle.remedy();
  });
  if (stuck != gate.obstacles().end()) {
    // Nothing can be done: what that costs, in one line.
    out.add(fmt::format("        {} has no remedy short of a new trace{}", stuck->id(),
                        policy.has_if_matched_bytes() ? "; " + cost(policy) : ""));
  } else if (policy.has_if_matched_bytes()) {
    if (policy.has_gradient_row()) row_lines(policy.gradient_row(), out);
    out.add(fmt::format("        {}", cost(policy)));
  } else if (!gate.widths_known()) {
    out.add("        what a match would be worth cannot be said: the facts for its widths are not in the file");
  }
  if (!price.model().empty()) out.add(fmt::format("        tracegate check {} tells why", price.model()));
  out.add();
}

}  // namespace tracegate::analyzer
