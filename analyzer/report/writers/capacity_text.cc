#include "analyzer/report/writers/capacity_text.h"

#include <fmt/format.h>

#include "analyzer/price/price_words.h"

namespace tracegate::analyzer {

using price::grouped;

std::string write_capacity_text(const PriceSubject& subject, const WaveCapacity& capacity) {
  std::string out = fmt::format("largest waves  {}{}{}  within {} ({} bytes) a rank\n\n", subject.model,
                                subject.wave.empty() || subject.model.empty() ? "" : "  ", subject.wave, in_units(capacity.budget),
                                grouped(capacity.budget));
  out += fmt::format("  {:<7}  {:<8}  {:>15}  {:>15}  {:>20}  {}\n", "policy", "wave", "busiest rows", "packed tokens", "bytes per rank",
                     "what binds");
  std::string refusal;
  for (const CapacityRow& row : capacity.rows) {
    if (!row.refusal.empty()) {
      refusal = row.refusal;
      out += fmt::format("  {:<7}  {:<8}  {:>15}\n", price::name(row.policy), row.wave, "not priced");
      continue;
    }
    if (!row.capacity.wave) {
      out += fmt::format("  {:<7}  {:<8}  {:>15}  {:>15}  {:>20}  {}\n", price::name(row.policy), row.wave, "none", "", "", row.binds);
      continue;
    }
    out += fmt::format("  {:<7}  {:<8}  {:>15}  {:>15}  {:>20}  {}\n", price::name(row.policy), row.wave, grouped(row.capacity.rows()),
                       grouped(row.capacity.wave->packed_tokens), grouped(row.capacity.price->plan_cost), row.binds);
  }
  if (!refusal.empty()) out += fmt::format("\n  not priced  {}\n", refusal);
  out +=
      "\n  assumed     rows are spread evenly over the ranks, over the floor of busiest rows; gradient and no-grad waves have no outputs "
      "and\n"
      "              no head, a mix has those of the wave file in proportion. One row more does not fit.\n";
  return out;
}

}  // namespace tracegate::analyzer
