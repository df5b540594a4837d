#include "analyzer/quote/wave_capacity.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "analyzer/price/price_words.h"

namespace tracegate::analyzer {
namespace {

std::string what_binds(const price::Capacity& capacity) {
  if (!capacity.next_wave) return "nothing up to 2^40 rows";
  if (!capacity.next_price) return "the next wave's price does not fit 64 bits";
  const price::Sum& sum = capacity.next_price->sum;
  const std::vector<price::Term> terms = sum.terms();
  const auto largest =
      std::max_element(terms.begin(), terms.end(), [](const price::Term& a, const price::Term& b) { return a.bytes < b.bytes; });
  const std::string_view branch = price::words_of(sum.branch());
  return largest == terms.end() ? std::string(branch) : fmt::format("{}: {}", branch, price::words_of(*largest).title);
}

}  // namespace

std::string_view name(WaveFamily family) {
  constexpr std::array<std::string_view, 3> kNames = {"gradient", "no-grad", "mix"};
  return kNames[static_cast<std::size_t>(family)];
}

WaveCapacity capacities(const PriceQuestion& question, const std::vector<GateOutcome>& outcomes) {
  WaveCapacity out;
  out.budget = *question.budget;
  // One empty wave tells which policies have a price, and why others have none.
  PriceQuestion empty = question;
  empty.wave = price::Wave();
  const WavePrice prices = price_policies(std::move(empty), outcomes);
  for (const price::Policy policy : question.asked) {
    const PolicyPrice& one = *prices.of(policy);
    price::Setting setting = question.setting;
    if (price::rules_of(policy).te_warm_by_device) setting.te_warm = question.te_warm_later;
    const price::ProfileWidths widths = one.outcome == nullptr ? price::ProfileWidths() : one.outcome->widths;
    std::vector<std::pair<WaveFamily, price::WaveOfScale>> families = {{WaveFamily::kGradient, price::one_group(true, setting)},
                                                                       {WaveFamily::kNoGrad, price::one_group(false, setting)}};
    if (!question.wave.groups.empty()) families.emplace_back(WaveFamily::kMix, price::mix_of(question.wave, setting));
    for (const auto& [family, waves] : families) {
      CapacityRow& row = out.rows.emplace_back();
      row.policy = policy;
      row.family = family;
      row.refusal = one.refusal;
      if (!row.refusal.empty()) continue;
      row.capacity = price::largest_wave(waves, setting, policy, widths, out.budget);
      row.binds = what_binds(row.capacity);
    }
  }
  return out;
}

}  // namespace tracegate::analyzer
