// Kleene's three-valued logic, as a truth table.
#include <doctest/doctest.h>

#include "rules/places/verdict.h"

namespace tracegate::rules {
namespace {

constexpr Verdict kYes = Verdict::kMatched, kNo = Verdict::kMissed, kUnknown = Verdict::kUndetermined;

TEST_CASE("and, or: the truth table") {
  struct Row {
    Verdict a, b, both, either;
  };
  constexpr Row kRows[] = {
      {kYes, kYes, kYes, kYes},         {kYes, kNo, kNo, kYes},         {kYes, kUnknown, kUnknown, kYes},
      {kNo, kYes, kNo, kYes},           {kNo, kNo, kNo, kNo},           {kNo, kUnknown, kNo, kUnknown},
      {kUnknown, kYes, kUnknown, kYes}, {kUnknown, kNo, kNo, kUnknown}, {kUnknown, kUnknown, kUnknown, kUnknown},
  };
  for (const Row& row : kRows) {
    INFO(name(row.a), " ", name(row.b));
    CHECK(name(kleene_and(row.a, row.b)) == name(row.both));
    CHECK(name(kleene_or(row.a, row.b)) == name(row.either));
  }
}

TEST_CASE("not: what is not known stays so, what does not apply counts as matched") {
  CHECK(kleene_not(kYes) == kNo);
  CHECK(kleene_not(kNo) == kYes);
  CHECK(kleene_not(kUnknown) == kUnknown);
  CHECK(kleene_not(Verdict::kNotApplicable) == kNo);
}

TEST_CASE("what does not apply counts as matched in and") { CHECK(kleene_and(Verdict::kNotApplicable, kYes) == kYes); }

}  // namespace
}  // namespace tracegate::rules
