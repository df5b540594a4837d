#include "analyzer/price/sum.h"

#include <algorithm>

namespace tracegate::price {

int Ledger::keep(int last, Term term) {
  if (term.bytes == Amount(0)) return last;
  entries_.push_back({std::move(term), last});
  return static_cast<int>(entries_.size()) - 1;
}

std::vector<Term> Ledger::terms(int last) const {
  std::vector<Term> out;
  for (int at = last; at >= 0; at = entries_[static_cast<std::size_t>(at)].before)
    out.push_back(entries_[static_cast<std::size_t>(at)].term);
  std::reverse(out.begin(), out.end());
  return out;
}

void Sum::keep(TermKind kind, const char* section, Amount bytes, std::initializer_list<Amount> numbers) {
  keep(Term{kind, section, bytes, numbers});
}

void Sum::keep(Term term) { last_ = ledger_->keep(last_, std::move(term)); }

void Sum::keep(const Sum& part) {
  for (Term& term : part.terms()) keep(std::move(term));
}

}  // namespace tracegate::price
