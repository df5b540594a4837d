// A price is the sum of its terms: which branch won, what it is made of, and that asking for the terms changes no number.
#include <string>
#include <vector>

#include "analyzer/price/factor.h"
#include "analyzer/price/price_words.h"
#include "ir/text/words.h"
#include "tests/price/invariants.h"
#include "tests/price/models.h"

namespace tracegate::price {
namespace {

Price with_terms(const Wave& wave, const Setting& setting, Policy policy, ProfileWidths widths) {
  return price_wave(wave, setting, policy, widths, {.keeps_terms = true});
}

// Bytes of each branch before outputs and factor, from the parts of a price; the order is the one in which equal ones win.
std::vector<std::pair<Branch, Amount>> branches(const RandomWave& wave, const Price& price) {
  const Amount outputs = wave.wave.output_bytes, behind = wave.setting.cp > 1 ? outputs : Amount(0);
  const Floor& floor = price.floor();
  const Amount more = price.no_grad_te_growth + behind + outputs;
  std::vector<std::pair<Branch, Amount>> out;
  if (price.gradient > Amount(0)) out.emplace_back(Branch::kGradient, price.branch_raw);
  // What replaces the static floor: of the two the transient first.
  const bool one_kind = is_no_grad_only(wave.wave) && price.uses_profile_widths;
  Amount largest, rows;
  for (const Group& group : wave.wave.groups) {
    largest = std::max(largest, Amount(group.rows));
    rows += group.rows;
  }
  const bool shared = price.policy == Policy::kTraced && one_kind && wave.wave.groups.size() > 1;
  const bool stage = price.policy == Policy::kLater && one_kind && wave.setting.layout_support;
  if (shared || stage) out.emplace_back(Branch::kNoGradStage, largest * price.widths.no_grad + more);
  if (shared) {
    __extension__ typedef __int128 Wide;
    const Wide product = static_cast<Wide>(price.static_floor.value()) * largest.value() + rows.value() - 1;
    out.emplace_back(Branch::kStaticShare, static_cast<std::int64_t>(product / rows.value()) + more);
  }
  if (!shared && !stage) out.emplace_back(Branch::kStatic, price.static_floor + more);
  out.emplace_back(Branch::kFloor, floor.retained() + std::max(floor.workspace(), price.head) + more);
  if (price.no_grad_stage > Amount(0)) out.emplace_back(Branch::kNoGradStage, floor.retained() + price.no_grad_stage + more);
  if (price.learned) out.emplace_back(Branch::kLearned, truncated(*price.learned) + outputs);
  return out;
}

std::string sum_fault(const RandomWave& wave, Policy policy) {
  const Price price = with_terms(wave.wave, wave.setting, policy, wave.widths(policy));
  const Sum& sum = price.sum;
  Amount terms;
  for (const Term& term : sum.terms()) {
    terms += term.bytes;
    const bool is_product = term.kind != TermKind::kStaticShare && term.kind != TermKind::kSegmentStates && !term.numbers.empty();
    Amount product = 1;
    if (is_product) {
      for (const Amount number : term.numbers) product = product * number;
    }
    if (is_product && product != term.bytes) return fmt::format("{} is not its numbers", words_of(term).title);
    if (term.bytes == Amount(0)) return "a term of no bytes";
  }
  if (terms != sum.total()) return fmt::format("terms {}, sum {}", terms.value(), sum.total().value());
  if (with_factor(sum.total()) != price.plan_cost) return "the plan cost is not the sum with the factor";
  if (numbers(price) != numbers(wave.price(policy))) return "another price without terms";
  const auto all = branches(wave, price);
  const std::pair<Branch, Amount>* winner = &all.front();
  for (const auto& branch : all) {
    if (branch.second > winner->second) winner = &branch;
  }
  if (winner->first != sum.branch() || winner->second != sum.total()) {
    return fmt::format("{} of {}, not {} of {}", words_of(sum.branch()), sum.total().value(), words_of(winner->first),
                       winner->second.value());
  }
  return "";
}

TEST_CASE("I15 a price is the sum of its terms, and names the branch that is the largest") {
  for (const Policy policy : all_policies()) {
    INFO(name(policy));
    holds({}, [&](const RandomWave& wave, Random&) { return sum_fault(wave, policy); });
    holds({.covered = true}, [&](const RandomWave& wave, Random&) { return sum_fault(wave, policy); });
  }
}

std::string told(const Price& price) {
  std::string out(words_of(price.sum.branch()));
  for (const Term& term : price.sum.terms()) {
    const TermWords words = words_of(term);
    out += fmt::format("\n{} {}: {}", ir::grouped(term.bytes.value()), words.title, words.formula);
    if (!words.numbers.empty()) out += " = " + words.numbers;
  }
  return out;
}

Setting warm(Setting setting) {
  setting.te_warm = true;
  return setting;
}

Setting of_one_layer() {
  Setting setting = setting_of(stub());
  setting.geometry.config_layers = setting.geometry.decoder_layers = 1;
  return setting;
}

// The terms say what was computed, also where another branch or formula happens to give the same number.
TEST_CASE("branches and labels of equal numbers") {
  struct Row {
    std::string name;
    Wave wave;
    Setting setting;
    Policy policy;
    ProfileWidths widths;
    std::string told;
  };
  const Row rows[] = {
      // Both doubles are the same with the factor; before it the gradient branch is one byte below.
      {"the factor of huge outputs hides a byte",
       wave_of({gradient(100)}, 1000, std::int64_t{1} << 55, 57'344'000 - 1 - 2 * 16'384'000),
       setting_of(stub(), 1),
       Policy::kMain,
       {},
       "static floor\n"
       "57,344,000 static floor: T x 2H x alpha = 1,000 x 4,096 x 14\n"
       "36,028,797,018,963,968 outputs: O"},
      {"a no-grad transient as large as the static floor that it replaces",
       wave_of({no_grad(100), no_grad(50)}, 100),
       warm(setting_of(stub())),
       Policy::kTraced,
       {1, 57344, 0, 2},
       "no-grad stage\n"
       "5,734,400 no-grad transient: rows x N = 100 x 57,344"},
      {"one boundary: the gradient of main is still one a boundary",
       wave_of({gradient(1000)}, 100),
       of_one_layer(),
       Policy::kMain,
       {},
       "recompute of a gradient wave\n"
       "4,096,000 boundaries retained: rows x n x 2H = 1,000 x 1 x 4,096\n"
       "4,096,000 input gradients, one a boundary: rows x n x 2H = 1,000 x 1 x 4,096"},
      {"a static floor as large as the checkpoint floor: the static floor first",
       wave_of({no_grad(1000)}, 1000, 0, 57'344'000),
       setting_of(stub()),
       Policy::kMain,
       {},
       "static floor\n"
       "57,344,000 static floor: T x 2H x alpha = 1,000 x 4,096 x 14"},
      {"a gradient branch as large as the static floor: the gradient first",
       wave_of({gradient(100)}, 1000, 0, 57'344'000 - 2 * 16'384'000),
       setting_of(stub()),
       Policy::kMain,
       {},
       "recompute of a gradient wave\n"
       "16,384,000 boundaries retained: rows x n x 2H = 100 x 40 x 4,096\n"
       "24,576,000 head, in place of the workspace: head\n"
       "16,384,000 input gradients, one a boundary: rows x n x 2H = 100 x 40 x 4,096"},
      {"no packed token", wave_of({}, 0, 2820, 7000), setting_of(stub()), Policy::kTraced, {}, "outputs alone\n2,820 outputs: O"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(told(with_terms(row.wave, row.setting, row.policy, row.widths)) == row.told);
  }
}

TEST_CASE("without packed tokens the workspace is the head") {
  for (const Policy policy : kPolicies) {
    INFO(name(policy));
    const Price price = price_wave(wave_of({}, 0, 2820, 7000), setting_of(stub()), policy, {});
    CHECK(price.plan_cost.value() == 2820);
    CHECK(price.c_retained.value() == 2820);
    CHECK(price.c_workspace.value() == 7000);
    CHECK(price.ephemeral.value() == 0);
  }
}

TEST_CASE("largest takes the first of equal sums") {
  const auto of = [](Branch branch, std::int64_t bytes) { return Sum(branch).add(TermKind::kOutputs, "3.10", bytes); };
  const Sum a = of(Branch::kStatic, 5), b = of(Branch::kFloor, 7), c = of(Branch::kLearned, 7);
  CHECK(largest({a}).branch() == Branch::kStatic);
  CHECK(largest({a, b, c}).branch() == Branch::kFloor);
  CHECK(largest({c, b, a}).branch() == Branch::kLearned);
}

}  // namespace
}  // namespace tracegate::price
