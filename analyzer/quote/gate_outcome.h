// A gate's report as what a price asks of it.
#pragma once

#include "analyzer/gate/gate.h"
#include "analyzer/quote/wave_price.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

// The policy that takes a profile's widths; none where the profile prices nothing.
std::optional<price::Policy> policy_of(const rules::Profile& profile);

// `profile` needs a policy.
GateOutcome outcome_of(const rules::Profile& profile, const GateReport& report);

// The same without a model: as the caller assumes. `widths` as widths_from gives them.
GateOutcome assumed_outcome(const rules::Profile& profile, bool matched, const Widths& widths);

}  // namespace tracegate::analyzer
