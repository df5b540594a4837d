#include "analyzer/price/wave_check.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/amount.h"

namespace tracegate::price {
namespace {

class Checker {
 public:
  Checker(const Wave& wave, const Setting& setting) : wave_(wave), setting_(setting) {}

  WaveCheck check() {
    if (wave_.packed_tokens > 0 && wave_.groups.empty()) {
      fail(std::nullopt,
           fmt::format("`packed_tokens` is {}, but there is no group; a wave with tokens has at least one", wave_.packed_tokens));
    }
    for (std::size_t i = 0; i < wave_.groups.size(); ++i) group(i);
    if (out_.errors.empty()) oddities();
    return std::move(out_);
  }

 private:
  void fail(std::optional<std::size_t> group, std::string text) { out_.errors.push_back({group, std::move(text)}); }

  void group(std::size_t index) {
    const Group& group = wave_.groups[index];
    if (group.rows > wave_.packed_tokens) {
      fail(index, fmt::format("a group has {} rows, more than the wave's {} packed tokens", group.rows, wave_.packed_tokens));
    }
    const std::size_t pending = group.pending_gradient_bytes.size();
    const auto layers = static_cast<std::size_t>(setting_.geometry.decoder_layers);
    if (pending != 0 && pending != layers + 1) {
      fail(index, fmt::format("`pending_gradient_bytes` has {} numbers; the model needs {}: one for each of its {} decoder layers, one for "
                              "what is outside",
                              pending, layers + 1, layers));
    }
    if (group.layout.empty() == wave_.has_layouts()) {
      fail(index, "some groups have a `layout` and others have none; give it for all or for none");
      return;
    }
    if (!group.layout.empty()) layout(index, group);
  }

  void layout(std::size_t index, const Group& group) {
    if (static_cast<std::int64_t>(group.layout.size()) != setting_.cp) {
      fail(index, fmt::format("`layout` has {} entries; the run has {} context-parallel ranks", group.layout.size(), setting_.cp));
      return;
    }
    std::int64_t most = 1;
    for (const RankLayout& rank : group.layout) {
      if (!rank.gdn_rows && setting_.geometry.has_gdn()) {
        fail(index, fmt::format("`gdn_rows` is missing; the model has {} GDN layers", setting_.geometry.gdn_layers));
        return;
      }
      most = std::max({most, rank.attention_rows, rank.gdn_rows.value_or(0)});
    }
    if (most != group.rows) {
      fail(index, fmt::format("`rows` is {}, but the busiest rank of `layout` has {}", group.rows, most));
    }
  }

  // Real waves keep to these; made-up ones need not.
  void oddities() {
    try {
      Amount rows, attention;
      for (const Group& group : wave_.groups) {
        rows += group.rows;
        for (const RankLayout& rank : group.layout) attention += rank.attention_rows;
      }
      if (rows * setting_.cp < Amount(wave_.packed_tokens)) {
        out_.warnings.push_back(
            fmt::format("{} busiest rows on {} ranks cannot hold {} packed tokens", rows.value(), setting_.cp, wave_.packed_tokens));
      }
      if (wave_.has_layouts() && attention != Amount(wave_.packed_tokens)) {
        out_.warnings.push_back(
            fmt::format("the layouts hold {} attention rows, the wave has {} packed tokens", attention.value(), wave_.packed_tokens));
      }
    } catch (const Overflow&) {
      fail(std::nullopt, "the rows of all groups together do not fit 64 bits");
    }
  }

  const Wave& wave_;
  const Setting& setting_;
  WaveCheck out_;
};

}  // namespace

WaveCheck check_wave(const Wave& wave, const Setting& setting) { return Checker(wave, setting).check(); }

std::vector<std::string> check_geometry(const Geometry& geometry) {
  std::vector<std::string> faults;
  const auto positive = [&](std::string_view field, std::int64_t value, std::string_view why) {
    if (value <= 0) faults.push_back(fmt::format("`{}` is {}; {}", field, value, why));
  };
  positive("hidden_size", geometry.hidden_size, "a model has at least 1");
  positive("ffn_hidden_size", geometry.ffn_hidden_size, "a model has at least 1");
  positive("config_layers", geometry.config_layers, "a model has at least 1");
  positive("decoder_layers", geometry.decoder_layers, "a model has at least 1");
  if (!(0 <= geometry.gdn_inputs && geometry.gdn_inputs <= geometry.gdn_layers && geometry.gdn_layers <= geometry.decoder_layers)) {
    faults.push_back(fmt::format("{} layers with GDN input, {} GDN layers and {} decoder layers: each is at most the next",
                                 geometry.gdn_inputs, geometry.gdn_layers, geometry.decoder_layers));
  }
  if (geometry.has_gdn()) {
    constexpr std::string_view kWhy = "a model with GDN layers has at least 1";
    positive("key_heads", geometry.key_heads, kWhy);
    positive("key_dim", geometry.key_dim, kWhy);
    positive("value_heads", geometry.value_heads, kWhy);
    positive("value_dim", geometry.value_dim, kWhy);
    positive("conv_kernel", geometry.conv_kernel, kWhy);
  }
  return faults;
}

}  // namespace tracegate::price
