#include "analyzer/report/assemble.h"
#include "analyzer/report/enums.h"

namespace tracegate::analyzer {

void assemble_capacity(const PriceSubject& subject, const WaveCapacity& capacity, schema::WaveCapacity& out) {
  out.set_model(path_text(subject.model));
  out.set_wave(path_text(subject.wave));
  out.set_budget_bytes(capacity.budget);
  for (const CapacityRow& row : capacity.rows) {
    schema::CapacityRow& one = *out.add_rows();
    one.set_policy(to_schema(row.policy));
    one.set_wave(std::string(name(row.family)));
    if (!row.refusal.empty()) {
      one.set_refusal(row.refusal);
      continue;
    }
    one.set_busiest_rows(row.capacity.rows());
    one.set_packed_tokens(row.capacity.wave ? row.capacity.wave->packed_tokens : 0);
    if (row.capacity.price) one.set_required_bytes(row.capacity.price->plan_cost.value());
    one.set_binds(row.binds);
  }
}

}  // namespace tracegate::analyzer
