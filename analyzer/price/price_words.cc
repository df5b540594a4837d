#include "analyzer/price/price_words.h"

#include <array>

#include <fmt/format.h>

#include "ir/text/words.h"

namespace tracegate::price {
namespace {

// How the numbers of a term are joined.
enum class Numbers { kProduct, kShare, kHalf };

struct Row {
  TermKind kind;
  const char* title;  // with a place for each rank of the term
  const char* formula;
  Numbers numbers = Numbers::kProduct;
};

// In the order of TermKind.
constexpr Row kRows[] = {
    {TermKind::kOutputs, "outputs", "O"},
    {TermKind::kLocalOutputs, "outputs, local results", "O"},
    {TermKind::kTeGrowth, "TE growth", "C"},
    {TermKind::kColdTransient, "cold transient", "64 MiB"},
    {TermKind::kInputGradient, "input gradient", "rows x 2H"},
    {TermKind::kBoundaryGradients, "input gradients, one a boundary", "rows x n x 2H"},
    {TermKind::kAdapterGradients, "adapter gradients", "beyond freed boundaries"},
    {TermKind::kLearned, "observed for such waves", "rate x tokens"},
    {TermKind::kStatic, "static floor", "T x 2H x alpha"},
    {TermKind::kStaticActivations, "static floor, activations without full recompute", "64 MiB + states + T* x 2 x features"},
    {TermKind::kStaticShare, "static floor, shared", "static x rows of the largest group / all rows", Numbers::kShare},
    {TermKind::kNoGradTransient, "no-grad transient", "rows x N"},
    {TermKind::kNoGradStage, "no-grad stage", "2 x rows x (max(6, phi) x F + 4H)"},
    {TermKind::kNoGradLayer, "no-grad layer", "rows x 8H"},
    {TermKind::kBoundaries, "boundaries retained", "rows x n x 2H"},
    {TermKind::kBoundariesOfRank, "boundaries retained, rank {}", "2H x (A_in x attention rows + G_in x GDN rows)"},
    {TermKind::kFewerBoundaries, "less boundaries: rank {} keeps fewer than rank {}", "ret_k - retained"},
    {TermKind::kHead, "head, in place of the workspace", "head"},
    {TermKind::kMixer, "stage: mixer", "rows x mixer"},
    {TermKind::kResidualAndNorm, "stage: residual and norm", "rows x 4H"},
    {TermKind::kMlp, "stage: MLP", "rows x P"},
    {TermKind::kMlpWithoutResidue, "stage: MLP", "rows x (P - residue)"},
    {TermKind::kRecompileResidue, "stage: recompile residue", "rows x residue"},
    {TermKind::kAttentionRetained, "attention retained", "as given for the rank"},
    {TermKind::kSegmentStates, "segment states", "states x seg / 2", Numbers::kHalf},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].kind != static_cast<TermKind>(i)) return false;
  }
  return std::size(kRows) == static_cast<std::size_t>(TermKind::kSegmentStates) + 1;
}
static_assert(in_order());

std::string numbers_of(const Term& term, Numbers how) {
  if (how == Numbers::kShare) {
    return fmt::format("{} x {} / {}", ir::grouped(term.numbers[0].value()), ir::grouped(term.numbers[1].value()),
                       ir::grouped(term.numbers[2].value()));
  }
  if (how == Numbers::kHalf) return fmt::format("{} x {} / 2", term.numbers[0].value(), ir::grouped(term.numbers[1].value()));
  std::string out;
  for (const Amount number : term.numbers) out += (out.empty() ? "" : " x ") + ir::grouped(number.value());
  return out;
}

}  // namespace

TermWords words_of(const Term& term) {
  const Row& row = kRows[static_cast<std::size_t>(term.kind)];
  return {fmt::format(fmt::runtime(row.title), term.ranks[0], term.ranks[1]), row.formula, numbers_of(term, row.numbers)};
}

std::string_view words_of(Branch branch) {
  constexpr std::array<std::string_view, 7> kWords = {"outputs alone",
                                                      "static floor",
                                                      "static floor, the largest group's share",
                                                      "no-grad stage",
                                                      "checkpoint floor",
                                                      "learned profile",
                                                      "recompute of a gradient wave"};
  return kWords[static_cast<std::size_t>(branch)];
}

std::string_view floor_words(const Price& price) {
  if (price.sum.branch() == Branch::kOutputs) return "none: nothing is packed";
  constexpr std::array<std::string_view, 3> kWords = {"none: the checkpoint conditions do not hold", "busiest rank", "per layout"};
  return kWords[static_cast<std::size_t>(price.floor_used)];
}

std::string words_of(const Stage& stage) {
  if (!stage) return {};
  std::string out = fmt::format("group {}, {}", stage.group + 1, stage.gradient ? "gradient" : "no-grad");
  if (stage.rank >= 0) out += fmt::format(", rank {}, {} layer", stage.rank, stage.gdn ? "GDN" : "attention");
  return out;
}

}  // namespace tracegate::price
