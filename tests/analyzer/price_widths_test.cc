// Widths of the shipped profiles for given sizes, to the byte (docs/widths.md): a row's H, F and R in, bytes per row out.
#include <doctest/doctest.h>

#include <string>

#include "analyzer/gate/widths.h"
#include "tests/support/judging.h"
#include "tests/support/model_text.h"

namespace tracegate {
namespace {

struct Sizes {
  std::int64_t hidden;
  std::int64_t ffn;
  std::int64_t ranks;
};

struct Bytes {
  std::int64_t gradient = 0;
  std::int64_t no_grad = 0;
};

Bytes widths_of(const rules::Profile& profile, Sizes sizes) {
  const analyzer::Widths widths = analyzer::widths_from(profile, sizes.hidden, sizes.ffn, sizes.ranks);
  Bytes out;
  for (const analyzer::Width& width : std::get<std::vector<analyzer::Width>>(widths)) {
    (width.id == "gradient_bytes_per_row" ? out.gradient : out.no_grad) = width.bytes_per_row;
  }
  return out;
}

constexpr std::int64_t kStubHidden = 2048, kStubFfn = 5632, k27Hidden = 5120, k27Ffn = 17408;

TEST_CASE("widths of given sizes") {
  struct Row {
    std::string name;
    std::string profile;
    Sizes sizes;
    Bytes bytes;
  };
  const Row rows[] = {
      {"V1 the stub, three adapters of rank 8", "dense-cp2-seed", {kStubHidden, kStubFfn, 24}, {146528, 92256}},
      {"V2 seven FFN rows alone", "dense-cp2-later", {0, kStubFfn, 0}, {78848, 67584}},
      {"V3 the stub", "dense-cp2-later", {kStubHidden, kStubFfn, 24}, {79968, 85088}},
      {"V4 27B", "dense-cp2-seed", {k27Hidden, k27Ffn, 24}, {452704, 270432}},
      {"V5 one mixer adapter of rank 32 more", "dense-cp2-seed", {kStubHidden, kStubFfn, 56}, {146656, 92384}},
      {"V6 a slot of rank 16 on three adapters", "dense-cp2-seed", {kStubHidden, kStubFfn, 48}, {146624, 92352}},
      {"V6 a slot missing on one of them", "dense-cp2-seed", {kStubHidden, kStubFfn, 32}, {146560, 92288}},
      {"V31 without adapters", "dense-cp2-seed", {k27Hidden, k27Ffn, 0}, {452608, 270336}},
      {"V31 later, with a quarter row beside 6F + 4H", "dense-cp2-later", {k27Hidden, k27Ffn, 0}, {246272, 249856 + 2 * (k27Hidden / 4)}},
      {"V32 seven FFN rows of 27B", "dense-cp2-later", {0, k27Ffn, 0}, {243712, 208896}},
      {"V39 27B", "dense-cp2-seed", {k27Hidden, k27Ffn, 56}, {452832, 270560}},
      {"V39 27B", "dense-cp2-later", {k27Hidden, k27Ffn, 56}, {246496, 252640}},
      {"V40 2B", "dense-cp2-seed", {2048, 6144, 56}, {159968, 98528}},
      {"V40 2B", "dense-cp2-later", {2048, 6144, 56}, {87264, 91360}},
      {"a hidden size that four does not divide", "dense-cp2-later", {7, 0, 0}, {2, 58}},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const Bytes bytes = widths_of(test::shipped(row.profile), row.sizes);
    CHECK(bytes.gradient == row.bytes.gradient);
    CHECK(bytes.no_grad == row.bytes.no_grad);
  }
}

// What a recompile can leave alive is the difference of both profiles' FFN rows.
TEST_CASE("V32 six FFN rows of 27B over 23,552 rows") {
  const Sizes sizes = {0, k27Ffn, 0};
  const std::int64_t six =
      widths_of(test::shipped("dense-cp2-seed"), sizes).gradient - widths_of(test::shipped("dense-cp2-later"), sizes).gradient;
  CHECK(six * 23552 == 4919918592);
}

TEST_CASE("V6 an adapter that is too wide leaves no widths") {
  for (const std::string file : {"missed__rank_257", "missed__slot_too_wide"}) {
    INFO(file);
    const std::string bytes = test::file_bytes(test::source_path("fixtures/dense-cp2-seed/" + file + ".onnx"));
    const auto report = test::judge_bytes(bytes, test::shipped("dense-cp2-seed"));
    CHECK(report.verdict == rules::Verdict::kMissed);
    CHECK_FALSE(report.widths.has_value());
  }
}

}  // namespace
}  // namespace tracegate
