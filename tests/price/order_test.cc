// I16: the order of requests in a group and of children in a split does not matter; and a seed gives the same wave everywhere.
#include <algorithm>

#include "analyzer/price/head.h"
#include "analyzer/price/split.h"
#include "tests/price/invariants.h"

namespace tracegate::price {
namespace {

template <typename T>
std::vector<T> shuffled(std::vector<T> items, Random& random) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(i) - 1))]);
  }
  return items;
}

HeadRequest random_request(Random& random) {
  HeadRequest out;
  out.tokens = random.size(1, 40'000);
  out.has_targets = random.chance(50);
  if (out.has_targets) out.label_entries = out.tokens * random.between(1, 3);
  out.label_rows = random.between(0, out.tokens);
  out.top_k = random.chance(50) ? 0 : random.between(1, 20);
  out.logits = random.chance(30);
  out.hidden_states = random.chance(30);
  return out;
}

TEST_CASE("I16 requests of a group") {
  for (std::uint64_t seed = 0; seed < random_waves(); ++seed) {
    INFO(seed);
    Random random(seed);
    HeadGroup group;
    for (std::int64_t i = random.between(1, 6); i > 0; --i) group.requests.push_back(random_request(random));
    group.gradient = random.chance(50);
    group.stock_scaling = random.chance(80);
    group.projected_rows = random.size(0, 2000);
    group.labelled_chunk_rows = random.between(0, group.projected_rows);
    HeadGroup other = group;
    other.requests = shuffled(group.requests, random);
    REQUIRE(output_bytes(group.requests, 2048, 248320).value() == output_bytes(other.requests, 2048, 248320).value());
    for (const Policy policy : kPolicies) {
      REQUIRE(head_workspace(group, policy, 248320).value() == head_workspace(other, policy, 248320).value());
    }
  }
}

TEST_CASE("I16 children of a split") {
  const std::vector<std::vector<std::string>> slots = {{}, {"lora:a"}, {"lora:a", "lora:b"}};
  for (std::uint64_t seed = 0; seed < random_waves(); ++seed) {
    INFO(seed);
    Random random(seed);
    std::vector<SplitChild> children;
    for (std::int64_t i = random.between(1, 8); i > 0; --i) {
      const auto bytes = [&] { return random.chance(30) ? 0 : random.size(1, std::int64_t{1} << 36); };
      children.push_back(
          {bytes(), bytes(), bytes(), bytes(), bytes(), bytes(), bytes(), slots[static_cast<std::size_t>(random.between(0, 2))]});
    }
    const std::vector<SplitChild> others = shuffled(children, random);
    for (const Policy policy : kPolicies) {
      const Split a = split_requirement(children, policy), b = split_requirement(others, policy);
      REQUIRE(a.by_estimates.value() == b.by_estimates.value());
      REQUIRE(a.by_gradients.value() == b.by_gradients.value());
      REQUIRE(a.requirement.value() == b.requirement.value());
    }
  }
}

TEST_CASE("a seed gives the same wave everywhere") {
  CHECK(random_wave(4).text() ==
        "seed 4: 27B cp 2 ranks 112 T 4678 logical 29237 segments 3 O 0 head 1090492177 checkpoint 1 "
        "layouts 1 fc1 1 warm 1 packed 0 phi 7 learned 3106.125@240/2.125 retained 116.75 warm 7@1/1.25 "
        "[g33:lora:3(33 29 952512 3)(27 31 1948320 5); n375(302 375 13075392 0)(371 298 10708544 1); "
        "n2184(2184 1801 63038976 6)(1761 2144 76244256 7)]");
  CHECK(random_wave(5).text() ==
        "seed 5: 27B cp 2 ranks 112 T 67145 logical 117503 segments 3 O 0 head 0 checkpoint 1 layouts 1 "
        "fc1 1 warm 1 packed 1 phi 3 [g296 pending 1248*64,2; g66:base; g4067:base; g32183:lora:1 "
        "pending 1659*64,0; g47 pending 71*64,0]");
  CHECK(random_wave(7, {.covered = true, .plain = true}).text() ==
        "seed 7: 9B cp 2 ranks 1280 T 4 logical 17 segments 3 O 0 head 0 checkpoint 1 layouts 1 fc1 1 "
        "warm 0 packed 0 phi 3 [n1:base; n1; n2:lora:2]");
}

}  // namespace
}  // namespace tracegate::price
