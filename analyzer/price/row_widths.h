// Bytes a row of one stage, as the widths that it is made of.
#pragma once

#include <array>

#include "analyzer/price/sum.h"
#include "analyzer/price/wave.h"

namespace tracegate::price {

class RowWidths {
 public:
  // At most four.
  RowWidths& add(TermKind kind, const char* section, Amount bytes) {
    widths_[count_++] = {kind, section, bytes};
    total_ += bytes;
    return *this;
  }

  // The widths of a profile for one gradient row: residual, norm and MLP.
  RowWidths& add_gradient_stage(const char* section, std::int64_t hidden_size, const ProfileWidths& widths) {
    add(TermKind::kResidualAndNorm, section, Amount(4) * hidden_size);
    if (widths.residue == 0) return add(TermKind::kMlp, section, widths.gradient);
    add(TermKind::kMlpWithoutResidue, section, Amount(widths.gradient) - widths.residue);
    return add(TermKind::kRecompileResidue, section, widths.residue);
  }

  Amount total() const { return total_; }

  // Adds each width times `rows`.
  void times(Amount rows, Sum& sum) const {
    for (std::size_t i = 0; i < count_; ++i) sum.product(widths_[i].kind, widths_[i].section, rows, widths_[i].bytes);
  }

 private:
  struct Width {
    TermKind kind;
    const char* section;
    Amount bytes;
  };
  std::array<Width, 4> widths_;
  std::size_t count_ = 0;
  Amount total_;
};

}  // namespace tracegate::price
