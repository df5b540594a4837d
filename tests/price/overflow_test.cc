// Numbers near the end of 64 bits: an error with its term, never a wrapped number.
#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "analyzer/price/attention_retained.h"
#include "analyzer/price/factor.h"
#include "analyzer/price/head.h"
#include "analyzer/price/lower_bound.h"
#include "analyzer/price/split.h"
#include "ir/text/error.h"
#include "tests/price/invariants.h"
#include "tests/price/models.h"

namespace tracegate::price {
namespace {

constexpr std::int64_t kMost = INT64_MAX;
// The most that the factor leaves within 64 bits, about.
constexpr std::int64_t kMostPriced = 8'384'883'669'867'000'000;

std::string outcome(const std::function<void()>& price) {
  try {
    price();
    return "priced";
  } catch (const UsageError& error) {
    return error.what();
  } catch (const Overflow&) {
    return "overflow";
  }
}

std::vector<RankLayout> two(RankLayout rank) { return {rank, rank}; }

TEST_CASE("prices that do not fit") {
  const Setting run = setting_of(stub()), run_2b = setting_of(hybrid_2b());
  const auto changed = [](Setting setting, const std::function<void(Setting&)>& edit) {
    edit(setting);
    return setting;
  };
  const Setting no_floor = changed(run, [](Setting& s) { s.checkpoint_conditions = false; });
  const Setting no_recompute = changed(run_2b, [](Setting& s) { s.recompute.granularity = ""; });
  const auto edited = [](Wave wave, const std::function<void(Wave&)>& edit) {
    edit(wave);
    return wave;
  };
  struct Row {
    std::string name;
    Setting setting;
    Wave wave;
    Policy policy;
    std::string outcome;
  };
  const Row rows[] = {
      {"packed tokens", run, wave_of({no_grad(1)}, kMost), Policy::kMain, "the static floor of policy main does not fit 64 bits"},
      {"packed tokens that fit", no_floor, wave_of({no_grad(1)}, kMostPriced / 57344), Policy::kMain, "priced"},
      {"segments", no_recompute, edited(wave_of({gradient(1)}, 1), [](Wave& w) { w.segments = kMost; }), Policy::kToday,
       "the static floor of policy today does not fit 64 bits"},
      {"boundaries", run, wave_of({gradient(std::int64_t{1} << 46)}, 1), Policy::kMain,
       "the checkpoint floor over busiest rows of policy main does not fit 64 bits"},
      {"a no-grad transient", run, wave_of({no_grad(std::int64_t{1} << 47)}, 1), Policy::kTraced,
       "the checkpoint floor over busiest rows of policy traced does not fit 64 bits"},
      {"rows of two groups", run, wave_of({gradient(kMost), gradient(kMost)}, 1), Policy::kLater,
       "the static floor of policy later does not fit 64 bits"},
      {"attention rows", run, wave_of({gradient(1, two({kMost, {}, 0, 0}))}, 1), Policy::kTraced,
       "the checkpoint floor per layout of policy traced does not fit 64 bits"},
      {"retained by attention", run, wave_of({gradient(1, two({1, {}, kMost, 0}))}, 1), Policy::kToday,
       "the checkpoint floor per layout of policy today does not fit 64 bits"},
      {"GDN states", run_2b, wave_of({no_grad(1, two({1, 1, 0, kMost}))}, 1), Policy::kLater,
       "the checkpoint floor per layout of policy later does not fit 64 bits"},
      {"rows of two no-grad groups without a floor", no_floor, wave_of({no_grad(kMost), no_grad(kMost)}, 1), Policy::kMain,
       "the static floor of policy main does not fit 64 bits"},
      {"segments of packed pricing", run_2b,
       edited(wave_of({gradient(1)}, 1),
              [](Wave& w) {
                w.segments = kMost;
                w.packed_pricing = true;
                w.learned = Learned{{1, 1, 1}, {}, {}};
              }),
       Policy::kTraced, "the learned profile of policy traced does not fit 64 bits"},
      {"adapter gradients", run, edited(wave_of({gradient(1)}, 1), [](Wave& w) { w.groups[0].pending_gradient_bytes.assign(41, kMost); }),
       Policy::kLater, "the adapter gradients of policy later does not fit 64 bits"},
      {"outputs", run, wave_of({no_grad(1)}, 1, kMost), Policy::kMain, "the estimate of policy main does not fit 64 bits"},
      {"outputs twice", run, wave_of({no_grad(1)}, 1, kMost / 2), Policy::kMain, "the estimate of policy main does not fit 64 bits"},
      {"outputs once", changed(run, [](Setting& s) { s.cp = 1; }), wave_of({no_grad(1)}, 1, kMost / 2), Policy::kMain, "priced"},
      {"a head that fits before the factor", run, wave_of({no_grad(1)}, 1, 0, kMost - 1000), Policy::kMain,
       "the estimate of policy main does not fit 64 bits"},
      {"a head that fits with the factor", run, wave_of({no_grad(1)}, 1, 0, kMostPriced), Policy::kMain, "priced"},
      {"a learned rate", run,
       edited(wave_of({no_grad(1)}, 1),
              [](Wave& w) {
                w.learned = Learned{{1e300, 1, 1}, {}, {}};
              }),
       Policy::kMain, "the estimate of policy main does not fit 64 bits"},
      {"a learned rate without end", run,
       edited(wave_of({no_grad(1)}, 1000),
              [](Wave& w) {
                w.learned = Learned{{1e308, 1, 1}, {}, {}};
              }),
       Policy::kMain, "the estimate of policy main does not fit 64 bits"},
      {"a retained rate, never above the estimate", run,
       edited(wave_of({no_grad(1)}, 1),
              [](Wave& w) {
                w.learned = Learned{{1, 1, 1}, 1e300, {}};
              }),
       Policy::kMain, "the plan cost of policy main does not fit 64 bits"},
      {"only the gradient branch", run, wave_of({gradient(1, two({1, {}, kMostPriced - 100'000'000, 0}))}, 1), Policy::kLater,
       "the plan cost of policy later does not fit 64 bits"},
      {"heads", changed(run, [](Setting& s) { s.geometry.attention_heads = s.geometry.head_dim = std::int64_t{1} << 32; }),
       wave_of({gradient(1)}, 1), Policy::kToday, "the checkpoint floor over busiest rows of policy today does not fit 64 bits"},
      {"GDN heads", changed(run_2b, [](Setting& s) { s.geometry.value_heads = s.geometry.value_dim = std::int64_t{1} << 32; }),
       wave_of({gradient(1)}, 1), Policy::kToday, "the checkpoint floor over busiest rows of policy today does not fit 64 bits"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const ProfileWidths widths = widths_of(row.policy, row.setting.geometry, 24);
    CHECK(outcome([&] { price_wave(row.wave, row.setting, row.policy, widths); }) == row.outcome);
  }
}

TEST_CASE("parts that do not fit") {
  const Setting run = setting_of(stub()), run_2b = setting_of(hybrid_2b());
  const auto bound = [](const Setting& setting, std::vector<std::int64_t> lengths) {
    BoundWave child;
    for (const std::int64_t length : lengths) child.groups.push_back({length, true, "", {}});
    return [=] { lower_bound(child, setting, Policy::kTraced, widths_of(Policy::kTraced, setting.geometry, 24)); };
  };
  struct Row {
    std::string name;
    std::function<void()> part;
    std::string outcome;
  };
  const SplitChild half{kMost / 2 + 1, 0, 0, 0, 0, 0, 0, {}}, gradient{0, 0, 0, kMostPriced, kMost - kMostPriced, 1, 0, {}};
  const HeadRequest request{kMost, kMost, true, kMost, 1, true, true};
  const AttentionSizes sizes{8, 2, 256, 256, 2, 128, 64};
  const Row rows[] = {
      {"tokens of a bound's groups", bound(run, {kMost, kMost}), "the lower bound of a child does not fit 64 bits"},
      {"what a bound's attention retains", bound(run_2b, {kMost}), "the lower bound of a child does not fit 64 bits"},
      {"a bound's static floor", bound(run, {kMost}), "the static floor of policy traced does not fit 64 bits"},
      {"a bound that fits", bound(run, {1000}), "priced"},
      {"estimates of a split",
       [&] {
         split_requirement({half, half}, Policy::kTraced);
       },
       "overflow"},
      {"gradients of a split", [&] { split_requirement({gradient}, Policy::kTraced); }, "overflow"},
      {"a split's learned floor", [&] { split_requirement({}, Policy::kTraced, kMost); }, "overflow"},
      {"outputs", [&] { output_bytes({request}, 2048, 248320); }, "overflow"},
      {"a head's index vectors",
       [&] {
         head_workspace({{request, request}, true, true, 512, 512}, Policy::kLater, 248320);
       },
       "overflow"},
      {"a head's chunk",
       [&] {
         head_workspace({{request}, true, true, 512, 512}, Policy::kMain, kMost);
       },
       "overflow"},
      {"what attention retains",
       [&] {
         attention_retained(sizes, kMost, {{false, 1, 1, true, false, 1, 1}});
       },
       "overflow"},
      {"planned rows in whole blocks",
       [&] {
         attention_retained(sizes, 1, {{true, 1, 1, true, true, kMost, 1}});
       },
       "overflow"},
      {"the factor", [] { with_factor(Amount(kMostPriced + 1'000'000)); }, "overflow"},
      {"the factor, within", [] { with_factor(Amount(kMostPriced)); }, "priced"},
      {"a double that is no number", [] { truncated(0.0 / 0.0); }, "overflow"},
      {"2^63", [] { truncated(9223372036854775808.0); }, "overflow"},
      {"below 2^63", [] { truncated(9223372036854774784.0); }, "priced"},
      {"a sum", [] { Amount(kMost) + 1; }, "overflow"},
      {"a difference", [] { Amount(INT64_MIN) - 1; }, "overflow"},
      {"a product", [] { Amount(kMost) * 2; }, "overflow"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(outcome(row.part) == row.outcome);
  }
}

TEST_CASE("the share of a static floor needs more than 64 bits before its division") {
  const std::int64_t rows = std::int64_t{1} << 40, tokens = std::int64_t{1} << 46;
  const Price price = price_wave(wave_of({no_grad(rows), no_grad(rows)}, tokens), setting_of(stub()), Policy::kTraced,
                                 widths_of(Policy::kTraced, stub(), 24));
  CHECK(price.static_used.value() == tokens / 2 * 57344);
}

// I18: one number of a wave is large.
TEST_CASE("I18 an error, or the number itself") {
  holds({}, [](const RandomWave& before, Random& random) -> std::string {
    RandomWave large = before;
    Wave& wave = large.wave;
    Group& group = wave.groups[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(wave.groups.size()) - 1))];
    const std::int64_t number = kMost >> random.between(0, 30);
    switch (random.between(0, 6)) {
      case 0:
        wave.packed_tokens = number;
        break;
      case 1:
        wave.output_bytes = number;
        break;
      case 2:
        wave.head_bytes = number;
        break;
      case 3:
        wave.segments = number;
        break;
      case 4:
        group.rows = number;
        break;
      case 5:
        for (std::int64_t& bytes : group.pending_gradient_bytes) bytes = number;
        break;
      default:
        if (group.layout.empty()) return "";
        group.layout[0].attention_rows = group.layout[0].attention_retained_bytes = group.layout[0].gdn_states = number;
    }
    __extension__ using Wide = __int128;
    const Geometry& geometry = large.setting.geometry;
    Wide gradient_rows = 0;
    for (const Group& each : wave.groups) gradient_rows += each.gradient ? each.rows : 0;
    const Wide boundaries = large.setting.checkpoint_conditions ? gradient_rows * geometry.decoder_layers * geometry.hidden_size * 2 : 0;
    const Wide tokens = Wide(wave.packed_tokens) * geometry.hidden_size * 2;
    for (const Policy policy : kPolicies) {
      try {
        const Price price = large.price(policy);
        if (price.busiest.retained().value() != boundaries) return fmt::format("{}: boundaries", name(policy));
        if (Wide(price.static_floor.value()) < 4 * tokens) return fmt::format("{}: static floor", name(policy));
        if (price.plan_cost < price.floor().retained() || price.plan_cost < std::max(price.head, Amount(wave.output_bytes))) {
          return fmt::format("{}: {}", name(policy), numbers(price));
        }
        for (const Amount amount : {price.floor().workspace(), price.gradient, price.adapter_gradient, price.estimate, price.admission}) {
          if (amount < Amount(0)) return fmt::format("{}: {}", name(policy), numbers(price));
        }
      } catch (const UsageError&) {
        continue;
      }
    }
    return "";
  });
}

}  // namespace
}  // namespace tracegate::price
