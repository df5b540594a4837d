#include "analyzer/quote/gate_outcome.h"

#include <fmt/format.h>

#include "rules/language/rule.pb.h"

namespace tracegate::analyzer {
namespace {

using rules::Verdict;

std::optional<price::ProfileWidths> both(const rules::schema::Pricing& pricing, const std::optional<Widths>& widths) {
  const auto* list = widths ? std::get_if<std::vector<Width>>(&*widths) : nullptr;
  if (list == nullptr) return std::nullopt;
  price::ProfileWidths out;
  out.ranks = static_cast<std::int64_t>(pricing.context_parallel());
  for (const Width& width : *list) {
    if (width.id == pricing.gradient_width()) {
      out.gradient = width.bytes_per_row;
      out.residue = width.residue_bytes_per_row;
    }
    if (width.id == pricing.no_grad_width()) out.no_grad = width.bytes_per_row;
  }
  if (out.gradient <= 0 || out.no_grad <= 0) return std::nullopt;
  return out;
}

std::string where(const ConditionReport& condition) {
  std::size_t layers = 0;
  std::optional<std::size_t> last;
  for (const Finding& finding : condition.findings) {
    if (finding.verdict != condition.verdict) continue;
    if (!finding.layer) return condition.run_fact ? "the run" : "the model";
    if (finding.layer != last) ++layers;
    last = finding.layer;
  }
  if (layers == 0) return "the model";
  return fmt::format("{} layer{}", layers, layers == 1 ? "" : "s");
}

GateOutcome named(const rules::Profile& profile) {
  GateOutcome out;
  out.policy = policy_of(profile).value_or(price::Policy::kTraced);
  out.profile = fmt::format("{} v{}", profile.id(), profile.version());
  const rules::schema::TracedSizes& traced = profile.message().pricing().traced();
  out.traced = {static_cast<std::int64_t>(traced.hidden_size()), static_cast<std::int64_t>(traced.ffn_hidden_size()),
                static_cast<std::int64_t>(traced.decoder_layers()),
                static_cast<std::int64_t>(profile.message().pricing().context_parallel())};
  return out;
}

}  // namespace

std::optional<price::Policy> policy_of(const rules::Profile& profile) {
  for (const price::Policy policy : price::kPolicies) {
    if (profile.message().pricing().policy() == price::name(policy)) return policy;
  }
  return std::nullopt;
}

GateOutcome outcome_of(const rules::Profile& profile, const GateReport& report) {
  GateOutcome out = named(profile);
  out.verdict = report.verdict;
  out.extrapolated = report.extrapolated;
  out.if_matched = both(profile.message().pricing(), report.widths_if_matched);
  if (report.verdict == Verdict::kMatched) out.widths = both(profile.message().pricing(), report.widths).value_or(price::ProfileWidths());
  for (const ConditionReport& condition : report.conditions) {
    if (condition.support || (condition.verdict != Verdict::kMissed && condition.verdict != Verdict::kUndetermined)) continue;
    // A condition that only others block adds nothing to what those say.
    if (condition.count(Verdict::kMissed) + condition.count(Verdict::kUndetermined) == 0) continue;
    out.obstacles.push_back({condition.id, condition.verdict, where(condition), !condition.remedy.empty()});
  }
  return out;
}

GateOutcome assumed_outcome(const rules::Profile& profile, bool matched, const Widths& widths) {
  GateOutcome out = named(profile);
  out.assumed = true;
  out.verdict = matched ? Verdict::kMatched : Verdict::kMissed;
  out.if_matched = both(profile.message().pricing(), widths);
  if (matched) out.widths = out.if_matched.value_or(price::ProfileWidths());
  return out;
}

}  // namespace tracegate::analyzer
