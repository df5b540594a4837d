#include "tests/price/random_wave.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "tests/price/models.h"

namespace tracegate::price {
namespace {

struct Model {
  const char* name;
  Geometry (*geometry)();
};

constexpr Model kModels[] = {{"stub", stub}, {"2B", hybrid_2b}, {"9B", hybrid_9b}, {"27B", hybrid_27b}, {"14B", dense_14b}};

// `total` cut into `parts`, each at least 0; one part may hold everything.
std::vector<std::int64_t> cut(Random& random, std::int64_t total, std::int64_t parts) {
  std::vector<std::int64_t> out;
  for (std::int64_t left = parts; left > 1; --left) {
    // Near the even cut more often than not.
    const std::int64_t even = total / left;
    const std::int64_t part = random.chance(70) ? std::min(total, even + random.between(-even / 8, even / 8)) : random.between(0, total);
    out.push_back(part);
    total -= part;
  }
  out.push_back(total);
  return out;
}

std::vector<std::int64_t> pending_of(Random& random, std::int64_t layers) {
  std::vector<std::int64_t> out(static_cast<std::size_t>(layers), random.size(1, 20'000'000));
  if (random.chance(30)) {
    for (std::int64_t& bytes : out) bytes = random.chance(20) ? 0 : random.size(1, 20'000'000);
  }
  out.push_back(random.chance(50) ? 0 : random.size(1, 20'000'000));
  return out;
}

Learned learned_of(Random& random, std::int64_t tokens) {
  const auto rate = [&] {
    // In steps of 1/8: such a number is exact in the text.
    return Learned::Rate{static_cast<double>(random.size(8, 8'000'000)) / 8, random.size(1, 4 * tokens),
                         static_cast<double>(random.between(8, 40)) / 8};
  };
  Learned out;
  out.rate = rate();
  if (random.chance(50)) out.retained_bytes_per_token = static_cast<double>(random.size(8, 4'000'000)) / 8;
  if (random.chance(30)) out.warm = rate();
  return out;
}

std::string rate_text(const Learned::Rate& rate) {
  return fmt::format("{}@{}/{}", rate.bytes_per_token, rate.packed_tokens, rate.logical_per_packed);
}

// Equal numbers in a row as "number*count".
std::string list_text(const std::vector<std::int64_t>& numbers) {
  std::string out;
  for (std::size_t i = 0, run = 0; i < numbers.size(); i += run) {
    for (run = 1; i + run < numbers.size() && numbers[i + run] == numbers[i];) ++run;
    out += fmt::format("{}{}", out.empty() ? "" : ",", numbers[i]);
    if (run > 1) out += fmt::format("*{}", run);
  }
  return out;
}

std::string group_text(const Group& group) {
  std::string out = fmt::format("{}{}", group.gradient ? "g" : "n", group.rows);
  if (!group.slot.empty()) out += ":" + group.slot;
  for (const RankLayout& rank : group.layout) {
    const std::string gdn = rank.gdn_rows ? fmt::format("{}", *rank.gdn_rows) : "-";
    out += fmt::format("({} {} {} {})", rank.attention_rows, gdn, rank.attention_retained_bytes, rank.gdn_states);
  }
  if (!group.pending_gradient_bytes.empty()) out += " pending " + list_text(group.pending_gradient_bytes);
  return out;
}

}  // namespace

// splitmix64
std::uint64_t Random::next() {
  std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

std::int64_t Random::between(std::int64_t least, std::int64_t most) {
  return least + static_cast<std::int64_t>(next() % (static_cast<std::uint64_t>(most - least) + 1));
}

std::int64_t Random::size(std::int64_t least, std::int64_t most) {
  const auto width = static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(most - least) + 1));
  return between(least, std::min(most, least + (std::int64_t{1} << between(0, width)) - 1));
}

ProfileWidths RandomWave::widths(Policy policy) const { return ranks == 0 ? ProfileWidths() : widths_of(policy, setting.geometry, ranks); }

std::string RandomWave::text() const {
  std::string groups;
  for (const Group& group : wave.groups) groups += (groups.empty() ? "" : "; ") + group_text(group);
  std::string out = fmt::format("seed {}: {} cp {} ranks {} T {} logical {} segments {} O {} head {}", seed, model, setting.cp, ranks,
                                wave.packed_tokens, wave.logical_tokens, wave.segments, wave.output_bytes, wave.head_bytes);
  if (!setting.recompute.full())
    out += fmt::format(" recompute {}{}", setting.recompute.granularity.empty() ? "none" : "selective",
                       setting.recompute.recomputes_mlp ? "+mlp" : "");
  out += fmt::format(" checkpoint {:d} layouts {:d} fc1 {:d} warm {:d} packed {:d} phi {}", setting.checkpoint_conditions,
                     setting.layout_support, setting.fc1_wrapped, setting.te_warm, wave.packed_pricing, setting.geometry.activation_factor);
  if (wave.learned) {
    out += " learned " + rate_text(wave.learned->rate);
    if (wave.learned->retained_bytes_per_token) out += fmt::format(" retained {}", *wave.learned->retained_bytes_per_token);
    if (wave.learned->warm) out += " warm " + rate_text(*wave.learned->warm);
  }
  return out + " [" + groups + "]";
}

std::vector<RankLayout> random_layout(Random& random, const Geometry& geometry, std::int64_t cp, std::int64_t tokens) {
  const auto attention = cut(random, tokens, cp), gdn = cut(random, tokens, cp);
  std::vector<RankLayout> out(static_cast<std::size_t>(cp));
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k].attention_rows = attention[k];
    if (geometry.has_gdn()) out[k].gdn_rows = gdn[k];
    const std::int64_t least = attention[k] * least_retained_row(geometry).value();
    out[k].attention_retained_bytes = random.chance(50) ? least : least * random.between(2, 8) / 2;
    out[k].gdn_states = geometry.has_gdn() ? random.size(0, 40) : 0;
  }
  return out;
}

std::int64_t busiest(const std::vector<RankLayout>& layout) {
  std::int64_t rows = 1;
  for (const RankLayout& rank : layout) rows = std::max({rows, rank.attention_rows, rank.gdn_rows.value_or(0)});
  return rows;
}

RandomWave random_wave(std::uint64_t seed, const Wanted& wanted) {
  Random random(seed);
  RandomWave out;
  out.seed = seed;
  const Model& model = kModels[random.between(0, std::size(kModels) - 1)];
  out.model = model.name;
  out.setting = setting_of(model.geometry());
  constexpr std::int64_t kRanks[] = {0, 8, 24, 56, 112, 1280};
  out.ranks = kRanks[random.between(wanted.covered ? 1 : 0, std::size(kRanks) - 1)];
  if (!wanted.covered) {
    out.setting.cp = random.chance(70) ? 2 : std::int64_t{1} << random.between(0, 3);
    out.setting.checkpoint_conditions = random.chance(90);
  }
  out.setting.layout_support = random.chance(85);
  out.setting.fc1_wrapped = random.chance(50);
  out.setting.te_warm = random.chance(30);
  out.setting.geometry.activation_factor = random.between(1, 3) * 2 + 1;
  if (!wanted.plain && random.chance(15)) {
    out.setting.recompute.granularity = random.chance(50) ? "selective" : "";
    out.setting.recompute.recomputes_mlp = out.setting.recompute.granularity == "selective" && random.chance(50);
  }

  Wave& wave = out.wave;
  const bool layouts = !wanted.plain && random.chance(50);
  auto kind = wanted.groups;
  if (kind == Wanted::Groups::kAny) kind = static_cast<Wanted::Groups>(random.between(1, 3));
  const bool mixed = kind == Wanted::Groups::kMixed;
  const std::int64_t count = random.between(mixed ? 2 : 1, wanted.most_groups);
  for (std::int64_t i = 0; i < count; ++i) {
    Group& group = wave.groups.emplace_back();
    group.gradient = mixed ? i == 0 || (i > 1 && random.chance(50)) : kind == Wanted::Groups::kGradient;
    group.slot = random.chance(50) ? "" : random.chance(50) ? "base" : fmt::format("lora:{}", random.between(1, 3));
    const std::int64_t tokens = random.size(1, 120'000);
    const std::vector<RankLayout> layout = random_layout(random, out.setting.geometry, out.setting.cp, tokens);
    group.rows = busiest(layout);
    if (layouts) group.layout = layout;
    if (group.gradient && !wanted.plain && random.chance(40)) {
      group.pending_gradient_bytes = pending_of(random, out.setting.geometry.decoder_layers);
    }
    wave.packed_tokens += tokens;
  }
  wave.logical_tokens = wave.packed_tokens * random.between(8, 80) / 8;
  wave.segments = random.size(0, 64);
  if (wanted.plain) return out;
  if (random.chance(60)) wave.output_bytes = random.size(1, std::int64_t{1} << 34);
  if (random.chance(40)) wave.head_bytes = random.size(1, std::int64_t{1} << 33);
  wave.packed_pricing = kind == Wanted::Groups::kGradient && random.chance(30);
  if (random.chance(30)) wave.learned = learned_of(random, wave.packed_tokens);
  return out;
}

std::uint64_t random_waves() {
  const char* nightly = std::getenv("TRACEGATE_NIGHTLY");
  return nightly != nullptr && std::string_view(nightly) == "1" ? 100'000 : 2'000;
}

}  // namespace tracegate::price
