// Prices one wave by several policies, side by side, and says what keeps a profile's widths from being used.
//
// Knows no file and no model: what a gate said of it arrives as a GateOutcome. Bytes are a rank's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/price/price.h"
#include "rules/places/verdict.h"

namespace tracegate::analyzer {

// A condition that is missed or undetermined, and so keeps the gate shut.
struct Obstacle {
  std::string id;
  rules::Verdict verdict = rules::Verdict::kMissed;
  std::string where;    // "16 layers", "the model", "the run"
  bool remedy = false;  // something can be done about it short of a new trace
};

// The model and the run that a profile was traced on; a size that is not recorded is 0.
struct TracedSizes {
  std::int64_t hidden_size = 0;
  std::int64_t ffn_hidden_size = 0;
  std::int64_t decoder_layers = 0;
  std::int64_t ranks = 0;  // of context parallelism
};

// What one profile's gate says of the model, for the policy that uses its widths.
struct GateOutcome {
  price::Policy policy = price::Policy::kTraced;
  std::string profile;  // "dense-cp2-seed v1"
  TracedSizes traced;
  rules::Verdict verdict = rules::Verdict::kUndetermined;
  bool assumed = false;                            // the caller said so, no model was judged
  bool extrapolated = false;                       // matched, but outside what was measured
  price::ProfileWidths widths;                     // over the constructor and all slots; both 0 unless matched
  std::optional<price::ProfileWidths> if_matched;  // what they would be; none where the facts do not say
  std::vector<Obstacle> obstacles;
};

struct PriceQuestion {
  price::Wave wave;
  price::Setting setting;  // te_warm as the policies today and traced count it
  bool te_warm_later = false;
  bool head_given = false;
  bool retained_missing = false;         // layouts were given without what attention retains
  bool checkpoint_undetermined = false;  // the setting has them as if they held
  std::vector<std::string> refusals;     // of the whole model: what no policy can price
  std::vector<price::Policy> asked;      // whose terms are wanted, in order
  std::optional<std::int64_t> budget;    // bytes that are available
  std::vector<std::string> warnings;     // oddities of the wave
};

struct PolicyPrice {
  price::Policy policy = price::Policy::kMain;
  const GateOutcome* outcome = nullptr;  // none for policies without a profile
  bool asked = false;
  std::string refusal;  // why there is no price; empty where there is
  std::optional<price::Price> price;
  std::optional<price::Price> if_matched;  // where the gate keeps the widths out and the facts say what they would be
  std::vector<std::string> outside;        // what lies outside the profile's domain, besides the gate

  bool fits(std::int64_t budget) const { return price && price->plan_cost <= Amount(budget); }
};

// Its parts point at each other: it moves, and is not copied.
struct WavePrice {
  WavePrice() = default;
  WavePrice(WavePrice&&) = default;
  WavePrice& operator=(WavePrice&&) = default;

  PriceQuestion question;
  std::vector<GateOutcome> outcomes;
  std::vector<PolicyPrice> policies;     // main and today, and each other policy that has one
  std::vector<std::string> assumptions;  // one line each: what was not given or is not known, and what was priced instead
  bool lower_bound = false;              // a part is not priced: the sums are too low

  const PolicyPrice* of(price::Policy policy) const;
};

// `outcomes`: of the policies with a profile; a policy that is asked for needs one. Throws UsageError.
WavePrice price_policies(PriceQuestion question, std::vector<GateOutcome> outcomes);

}  // namespace tracegate::analyzer
