// The price of a wave of a model that was judged: joins geometry, run facts, gates and the wave.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/gate/gate.h"
#include "analyzer/input/wave_input.h"
#include "analyzer/quote/model_geometry.h"
#include "analyzer/quote/wave_price.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

// A profile that has a price policy, and what it says of the model.
struct JudgedProfile {
  const rules::Profile* profile;
  const GateReport* report;
};

// Everything that can be said of model and run before a wave is known; `refusals` say why nothing can be priced.
struct ModelSetting {
  price::Setting setting;
  bool checkpoint_undetermined = false;
  bool ffn_unknown = false;  // and no formula here needs it
  std::vector<std::string> refusals;
};

ModelSetting model_setting(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run, const GateReport& report);

// The same from a geometry file. `profile`: says where layouts are priced; `tp`, `cp`, `pp`: the topology. Throws UsageError where its sizes contradict each other; `file` is its
// name.
ModelSetting geometry_setting(const GeometryInput& input, const std::string& file, const rules::Profile& profile, std::int64_t tp,
                              std::int64_t cp, std::int64_t pp);

// The question that a wave asks of a setting. Throws UsageError for a wave that contradicts itself or the model; `file` is the wave's name.
PriceQuestion ask(const ModelSetting& model, WaveInput wave, const std::string& file, std::vector<price::Policy> asked,
                  std::optional<std::int64_t> budget);

}  // namespace tracegate::analyzer
