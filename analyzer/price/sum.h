// Bytes that add up, each with its name: the number and its explanation are one thing. Bytes; overflow throws Overflow.
//
// The names are kept only where a caller asks for them: the additions are the same either way.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

#include "ir/amount.h"

namespace tracegate::price {

// What one term is; its words are a row of price_words.cc.
enum class TermKind : std::uint8_t {
  kOutputs,
  kLocalOutputs,
  kTeGrowth,
  kColdTransient,
  kInputGradient,
  kBoundaryGradients,
  kAdapterGradients,
  kLearned,
  kStatic,
  kStaticActivations,
  kStaticShare,
  kNoGradTransient,
  kNoGradStage,
  kNoGradLayer,
  kBoundaries,
  kBoundariesOfRank,
  kFewerBoundaries,
  kHead,
  kMixer,
  kResidualAndNorm,
  kMlp,
  kMlpWithoutResidue,
  kRecompileResidue,
  kAttentionRetained,
  kSegmentStates,
};

struct Term {
  TermKind kind;
  const char* section;                  // of docs/price.md
  Amount bytes;                         // may be below 0: what the largest total already holds
  std::vector<Amount> numbers;          // of its formula, in order
  std::array<int, 2> ranks = {-1, -1};  // those that its title names
};

// What set a price.
enum class Branch : std::uint8_t { kOutputs, kStatic, kStaticShare, kNoGradStage, kFloor, kLearned, kGradient };

// Where the stage of a workspace stands.
struct Stage {
  int group = -1;  // none: there is no stage
  int rank = -1;   // per layout
  bool gradient = false;
  bool gdn = false;

  explicit operator bool() const { return group >= 0; }
};

// Keeps the terms of the sums of one price. It must live as long as they do.
class Ledger {
 public:
  // Puts a term behind the one at `last`, -1 for none, and returns where it is; a term of 0 bytes is left out.
  int keep(int last, Term term);
  // The terms up to the one at `last`, in the order in which they were added.
  std::vector<Term> terms(int last) const;

 private:
  struct Entry {
    Term term;
    int before;
  };
  std::vector<Entry> entries_;
};

class Sum {
 public:
  // `ledger`: none where nobody asks for the terms.
  explicit Sum(Branch branch = Branch::kOutputs, Ledger* ledger = nullptr) : ledger_(ledger), branch_(branch) {}

  Sum& add(TermKind kind, const char* section, Amount bytes) {
    total_ += bytes;
    if (ledger_ != nullptr) [[unlikely]]
      keep(kind, section, bytes, {});
    return *this;
  }

  // The product of the factors, which a report shows.
  Sum& product(TermKind kind, const char* section, Amount a, Amount b) {
    const Amount bytes = a * b;
    total_ += bytes;
    if (ledger_ != nullptr) [[unlikely]]
      keep(kind, section, bytes, {a, b});
    return *this;
  }
  Sum& product(TermKind kind, const char* section, Amount a, Amount b, Amount c) {
    const Amount bytes = a * b * c;
    total_ += bytes;
    if (ledger_ != nullptr) [[unlikely]]
      keep(kind, section, bytes, {a, b, c});
    return *this;
  }

  // With numbers or ranks of its own. `make` gives the term: it is called only where terms are kept.
  template <typename Make>
  Sum& add(Amount bytes, const Make& make) {
    total_ += bytes;
    if (ledger_ != nullptr) [[unlikely]]
      keep(make(bytes));
    return *this;
  }

  // The terms of another sum of the same price.
  Sum& add(const Sum& part) {
    total_ += part.total_;
    if (part.stage_) stage_ = part.stage_;
    if (ledger_ != nullptr) [[unlikely]]
      keep(part);
    return *this;
  }

  // The same terms under another name.
  Sum as(Branch branch) const {
    Sum sum = *this;
    sum.branch_ = branch;
    return sum;
  }

  Sum& set_stage(const Stage& stage) {
    stage_ = stage;
    return *this;
  }

  Amount total() const { return total_; }
  Branch branch() const { return branch_; }
  const Stage& stage() const { return stage_; }
  // None of 0 bytes; empty where they are not kept.
  std::vector<Term> terms() const { return ledger_ == nullptr ? std::vector<Term>() : ledger_->terms(last_); }

 private:
  void keep(TermKind kind, const char* section, Amount bytes, std::initializer_list<Amount> numbers);
  void keep(Term term);
  void keep(const Sum& part);

  Amount total_;
  Ledger* ledger_;
  int last_ = -1;
  Stage stage_;
  Branch branch_;
};

// The largest; of equal ones the first.
inline const Sum& largest(std::initializer_list<std::reference_wrapper<const Sum>> sums) {
  const Sum* out = &sums.begin()->get();
  for (const Sum& sum : sums) {
    if (sum.total() > out->total()) out = &sum;
  }
  return *out;
}

}  // namespace tracegate::price
