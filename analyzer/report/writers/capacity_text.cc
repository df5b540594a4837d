#include "analyzer/report/writers/capacity_text.h"

#include <fmt/format.h>

#include "analyzer/report/writers/lines.h"
#include "analyzer/report/writers/words.h"
#include "ir/text/words.h"

namespace tracegate::analyzer {
namespace {

using ir::grouped;

void capacity_lines(const schema::WaveCapacity& capacity, Lines& out) {
  const bool both = !capacity.model().empty() && !capacity.wave().empty();
  out.add(fmt::format("largest waves  {}{}{}  within {} ({} bytes) a rank", capacity.model(), both ? "  " : "", capacity.wave(),
                      ir::in_units(capacity.budget_bytes()), grouped(capacity.budget_bytes())));
  out.add();
  const auto row_line = [&](const auto&... cells) { out.add(fmt::format("  {:<7}  {:<8}  {:>15}  {:>15}  {:>20}  {}", cells...)); };
  row_line("policy", "wave", "busiest rows", "packed tokens", "bytes per rank", "what binds");
  std::string refusal;
  for (const schema::CapacityRow& row : capacity.rows()) {
    if (row.has_refusal()) {
      refusal = row.refusal();
      row_line(name(row.policy()), row.wave(), "not priced", "", "", "");
    } else if (!row.has_required_bytes()) {
      row_line(name(row.policy()), row.wave(), "none", "", "", row.binds());
    } else {
      row_line(name(row.policy()), row.wave(), grouped(row.busiest_rows()), grouped(row.packed_tokens()), grouped(row.required_bytes()),
               row.binds());
    }
  }
  if (!refusal.empty()) {
    out.add();
    out.add(fmt::format("  not priced  {}", refusal));
  }
  out.add();
  out.add(
      "  assumed     rows are spread evenly over the ranks, over the floor of busiest rows; gradient and no-grad waves have no outputs "
      "and");
  out.add("              no head, a mix has those of the wave file in proportion. One row more does not fit.");
}

}  // namespace

std::string write_capacity_text(const schema::Report& report) {
  Lines out;
  for (const schema::WaveCapacity& capacity : report.capacities()) capacity_lines(capacity, out);
  return out.take();
}

}  // namespace tracegate::analyzer
