// Single terms of a price, to the byte (docs/price.md, sections 3.2 to 3.10).
#include <doctest/doctest.h>

#include <string>

#include "analyzer/price/factor.h"
#include "analyzer/price/head.h"
#include "analyzer/price/layout_floor.h"
#include "analyzer/price/mixer.h"
#include "analyzer/price/static_floor.h"
#include "analyzer/price/te_growth.h"
#include "tests/price/models.h"

namespace tracegate::price {
namespace {

Geometry without_gate(Geometry geometry) {
  geometry.output_gate = false;
  return geometry;
}

TEST_CASE("numbers that stand alone") {
  const Geometry b27 = hybrid_27b();
  const auto static_of_one_token = [](const Geometry& geometry) {
    return static_floor(wave_of({no_grad(1)}, 1), setting_of(geometry), 1).total().value();
  };
  struct Row {
    std::string name;
    std::int64_t ours;
    std::int64_t expected;
  };
  const Row rows[] = {
      {"V7 Transformer Engine's growth", kTeGrowthBytes, 167777280},
      {"the cold transient", kColdTransientBytes, 67108864},
      {"V8 static rows of 40 layers", static_rows(40), 14},
      {"V8 static rows of 64 layers", static_rows(64), 16},
      {"static rows of 1 layer", static_rows(1), 4},
      {"static rows of 47 layers", static_rows(47), 15},
      {"static rows of 1000 layers", static_rows(1000), 16},
      {"V8 static bytes of a token of the stub", static_of_one_token(stub()), 57344},
      {"V8 static bytes of a token of 27B", static_of_one_token(b27), 163840},
      {"V9 outputs: hidden states", output_bytes({{38443, 0, false, 0, 0, false, true}}, 5120, 248320).value(), 393656320},
      {"V30 a segment's states", segment_bytes(b27).value(), 6414336},
      {"V30 half of them", ceil_div(segment_bytes(b27), 2).value(), 3207168},
      {"V35 truncated, not rounded", with_factor(Amount(45981) * 106496 + 707325952).value(), 6164530380},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(row.ours == row.expected);
  }
}

TEST_CASE("V20, V21 mixer widths") {
  const Geometry b35 = hybrid_35b(), b27 = hybrid_27b(), open = without_gate(hybrid_35b());
  struct Row {
    std::string name;
    MixerWidths widths;
    std::int64_t attention;
    std::int64_t gdn;
  };
  const Row rows[] = {
      {"V20 35B, one rank", busiest_mixer(b35, false), 68608, 81920},
      {"V20 35B, two ranks", busiest_mixer(b35, true), 95232, 94208},
      {"V20 35B, per layout", layout_mixer(b35, true), 68608, 94208},
      {"V20 35B without gate, one rank", busiest_mixer(open, false), 52224, 81920},
      {"V20 35B without gate, two ranks", busiest_mixer(open, true), 78848, 94208},
      {"V21 27B, one rank", busiest_mixer(b27, false), 112640, 122880},
      {"V21 27B, two ranks", busiest_mixer(b27, true), 153600, 145408},
      {"V21 27B, later per layout", later_layout_mixer(b27), 81920, 145408},
      {"the stub, two ranks", busiest_mixer(stub(), true), 61440, 0},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(row.widths.attention.value() == row.attention);
    CHECK(row.widths.gdn.value() == row.gdn);
  }
  Geometry gdn_only = hybrid_2b();
  gdn_only.gdn_layers = gdn_only.config_layers;
  CHECK(busiest_mixer(gdn_only, true).attention.value() == 0);
}

TEST_CASE("V47 the head of 512 rows of 27B") {
  const HeadRequest targets{512, 512, true, 512, 0, false, false};
  const HeadRequest half{256, 256, true, 256, 0, false, false};
  const HeadRequest top_k{512, 0, false, 0, 1, false, false};
  const HeadRequest logits{512, 0, false, 0, 0, true, false};
  struct Row {
    std::string name;
    HeadGroup group;
    Policy policy;
    std::int64_t bytes;
  };
  // Seven times the logits of a chunk, and what finds labels and top-k entries in it.
  constexpr std::int64_t kSeven = 1779957760;
  const Row rows[] = {
      {"no gradient", {{targets}, false, true, 512, 512}, Policy::kMain, 254279680},
      {"more rows than a chunk", {{logits}, true, true, 5120, 0}, Policy::kToday, 254279680},
      {"gradient with targets", {{targets}, true, true, 512, 512}, Policy::kMain, 762839040},
      {"scaled otherwise", {{targets}, true, false, 512, 512}, Policy::kTraced, 254279680},
      {"later, logits only", {{logits}, true, true, 512, 0}, Policy::kLater, 762839040},
      {"later, targets", {{targets}, false, true, 512, 512}, Policy::kLater, kSeven + 128 * 512 + 36 * 512 + 32 * 512},
      {"later, targets with gradient", {{targets}, true, true, 512, 512}, Policy::kLater, kSeven + 128 * 512 + 36 * 512 + 32 * 512},
      {"later, top-k", {{top_k}, false, true, 512, 0}, Policy::kLater, kSeven + 128 * 512 + 36 * 512},
      {"later, top-k with gradient", {{top_k}, true, true, 512, 0}, Policy::kLater, kSeven + 128 * 512 + 36 * 512 + 4 * 512},
      {"later, targets of two requests", {{half, half}, false, true, 512, 512}, Policy::kLater, kSeven + 128 * 512 + 36 * 512 + 32 * 512},
      {"no row", {{}, true, true, 0, 0}, Policy::kLater, 0},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(head_workspace(row.group, row.policy, 248320).value() == row.bytes);
  }
  const HeadGroup group{{targets}, true, true, 100, 40};
  CHECK(head_workspace(group, Policy::kTraced, 248320, true).value() == 3 * 40 * 248320 * 2);
  CHECK(head_workspace(group, Policy::kLater, 248320, true).value() == 100 * 248320 * 2);
}

}  // namespace
}  // namespace tracegate::price
