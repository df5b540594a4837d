#include "analyzer/input/wave_input.h"

#include <algorithm>

#include <fmt/format.h>

#include "analyzer/input/geometry.pb.h"
#include "analyzer/input/strict_json.h"
#include "analyzer/input/wave.pb.h"

namespace tracegate::analyzer {
namespace {

// read_strict lets nothing through that does not fit.
std::int64_t whole(std::uint64_t number) { return static_cast<std::int64_t>(number); }

std::optional<std::int64_t> maybe(bool given, std::uint64_t number) { return given ? std::optional(whole(number)) : std::nullopt; }

// LearnedProfile and Rate have the same three fields.
template <typename Message>
price::Learned::Rate rate_of(const Message& message) {
  return {message.bytes_per_token(), whole(message.packed_tokens()), message.logical_per_packed()};
}

price::Learned learned_of(const schema::LearnedProfile& message) {
  price::Learned learned;
  learned.rate = rate_of(message);
  if (message.has_retained_bytes_per_token()) learned.retained_bytes_per_token = message.retained_bytes_per_token();
  if (message.has_warm()) learned.warm = rate_of(message.warm());
  return learned;
}

price::RankLayout layout_of(const schema::RankLayout& message) {
  price::RankLayout layout;
  layout.attention_rows = whole(message.attention_rows());
  layout.gdn_rows = maybe(message.has_gdn_rows(), message.gdn_rows());
  layout.attention_retained_bytes = whole(message.attention_retained_bytes());
  layout.gdn_states = whole(message.gdn_states());
  return layout;
}

price::Group group_of(const schema::Group& message) {
  price::Group group;
  group.rows = whole(message.rows());
  group.gradient = message.gradient();
  group.slot = message.slot();
  for (const schema::RankLayout& layout : message.layout()) group.layout.push_back(layout_of(layout));
  for (const std::uint64_t bytes : message.pending_gradient_bytes()) group.pending_gradient_bytes.push_back(whole(bytes));
  return group;
}

price::Geometry sizes_of(const schema::Geometry& message) {
  price::Geometry geometry;
  geometry.hidden_size = whole(message.hidden_size());
  geometry.ffn_hidden_size = whole(message.ffn_hidden_size());
  geometry.decoder_layers = whole(message.decoder_layers());
  geometry.config_layers = message.has_config_layers() ? whole(message.config_layers()) : geometry.decoder_layers;
  geometry.attention_heads = whole(message.attention_heads());
  geometry.query_groups = whole(message.query_groups());
  geometry.head_dim = whole(message.head_dim());
  geometry.output_gate = message.output_gate();
  geometry.key_heads = whole(message.key_heads());
  geometry.key_dim = whole(message.key_dim());
  geometry.value_heads = whole(message.value_heads());
  geometry.value_dim = whole(message.value_dim());
  geometry.conv_kernel = whole(message.conv_kernel());
  geometry.activation_factor = price::activation_factor_of(message.fused_activation(), message.clamped_activation());
  return geometry;
}

// Which layers are GDN layers, and which of them take their input from one. Returns what is wrong with the letters.
std::string take_layers(const std::string& letters, price::Geometry& geometry) {
  if (letters.find_first_not_of("AG") != std::string::npos) return "`layers` has a letter for each layer: G for GatedDeltaNet, A for attention";
  if (static_cast<std::int64_t>(letters.size()) != geometry.decoder_layers) {
    return fmt::format("`layers` has {} letters, `decoder_layers` is {}", letters.size(), geometry.decoder_layers);
  }
  std::vector<bool> is_gdn;
  for (const char letter : letters) is_gdn.push_back(letter == 'G');
  price::set_gdn_layers(is_gdn, geometry);
  return {};
}

// What attention retains is only kept for a backward.
bool lacks_retained(const schema::Wave& wave) {
  for (const schema::Group& group : wave.groups()) {
    for (const schema::RankLayout& rank : group.layout()) {
      if (group.gradient() && !rank.has_attention_retained_bytes()) return true;
    }
  }
  return false;
}

}  // namespace

WaveInput read_wave(std::string_view text, const std::string& file) {
  schema::Wave message;
  const JsonValue tree = read_strict(text, file, message);
  WaveInput input;
  input.tp = maybe(message.has_tp(), message.tp());
  input.cp = maybe(message.has_cp(), message.cp());
  input.pp = maybe(message.has_pp(), message.pp());
  input.te_warm = message.te_warm();
  input.te_warm_later = message.te_warm_later();
  input.head_given = message.has_head_bytes();

  price::Wave& wave = input.wave;
  for (const schema::Group& group : message.groups()) wave.groups.push_back(group_of(group));
  input.retained_missing = lacks_retained(message);
  if (input.retained_missing) {
    for (price::Group& group : wave.groups) group.layout.clear();
  }
  wave.packed_tokens = whole(message.packed_tokens());
  wave.logical_tokens = message.has_logical_tokens() ? whole(message.logical_tokens()) : wave.packed_tokens;
  wave.segments = whole(message.segments());
  wave.output_bytes = whole(message.output_bytes());
  wave.head_bytes = whole(message.head_bytes());
  wave.packed_pricing = message.packed_pricing();
  if (message.has_learned()) wave.learned = learned_of(message.learned());

  const InputText place(text, file);
  if (const JsonValue* groups = tree.find("groups")) {
    InputPlace at;
    for (const JsonValue& group : groups->children) {
      at = place.place(group.offset, at);
      input.group_places.push_back(at);
    }
  }
  return input;
}

GeometryInput read_geometry(std::string_view text, const std::string& file) {
  schema::Geometry message;
  const JsonValue tree = read_strict(text, file, message);
  GeometryInput input;
  input.geometry = sizes_of(message);
  if (message.has_layers()) {
    if (const std::string fault = take_layers(message.layers(), input.geometry); !fault.empty()) {
      InputText(text, file).fail(tree.find("layers")->offset, fault);
    }
  }
  const auto& modules = message.recompute_modules();
  input.recompute.granularity = message.recompute_granularity();
  input.recompute.recomputes_mlp =
      input.recompute.granularity == "selective" && std::find(modules.begin(), modules.end(), "mlp") != modules.end();
  input.adapter_rank_sum = maybe(message.has_adapter_rank_sum(), message.adapter_rank_sum());
  input.layout_support = message.layout_support();
  input.checkpoint_conditions = message.checkpoint_conditions();
  input.fc1_wrapped = message.fc1_wrapped();
  return input;
}

}  // namespace tracegate::analyzer
