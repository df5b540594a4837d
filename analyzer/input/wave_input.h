// The input files of a price as plain structures: a wave (wave.proto), and the geometry of a model that is not there (geometry.proto).
//
// Checked here is what one value alone can break. Whether values fit each other, say the layouts of two groups, is the pricer's question.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/input/input_text.h"
#include "analyzer/price/geometry.h"
#include "analyzer/price/wave.h"

namespace tracegate::analyzer {

struct WaveInput {
  price::Wave wave;
  std::optional<std::int64_t> tp, cp, pp;  // none: as the model's run facts say
  bool te_warm = false;                    // for the policies today and traced
  bool te_warm_later = false;              // for the policy later
  bool head_given = false;                 // else the head is not priced
  bool retained_missing = false;           // layouts were given without what attention retains, and are left out of the wave
  std::vector<InputPlace> group_places;    // for messages: where each group's brace stands
};

struct GeometryInput {
  price::Geometry geometry;
  price::Recompute recompute;
  std::optional<std::int64_t> adapter_rank_sum;  // R
  // What conditions on a model would say; see price::Setting.
  bool layout_support = false;
  bool checkpoint_conditions = true;
  bool fc1_wrapped = false;
};

// `text` is the whole file, `file` its name in messages. Throw UsageError.
WaveInput read_wave(std::string_view text, const std::string& file);
GeometryInput read_geometry(std::string_view text, const std::string& file);

}  // namespace tracegate::analyzer
