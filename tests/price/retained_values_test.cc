// What attention retains, to the byte (docs/price.md, sections 3.16 and 3.17).
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "analyzer/price/attention_retained.h"
#include "analyzer/price/lower_bound.h"
#include "tests/price/models.h"

namespace tracegate::price {
namespace {

// A stage on the rank's own rows, all of them.
AttentionStage local(std::int64_t own, std::int64_t planned) { return {true, own, own, true, true, planned, planned}; }

// A stage of all own queries against keys of another rank.
AttentionStage remote_all(std::int64_t own, std::int64_t keys, std::int64_t planned_queries, std::int64_t planned_keys) {
  return {false, own, keys, true, false, planned_queries, planned_keys};
}

AttentionStage remote_part(std::int64_t queries, std::int64_t keys) { return {false, queries, keys, false, false, queries, keys}; }

TEST_CASE("bytes that attention retains") {
  const Blocks blocks = attention_blocks(9, 256);
  const AttentionSizes sizes = {16, 2, 256, 256, 2, blocks.queries, blocks.keys};
  const AttentionSizes one = {1, 1, 256, 256, 2, blocks.queries, blocks.keys};
  struct Row {
    std::string name;
    AttentionSizes sizes;
    std::int64_t own;
    std::vector<AttentionStage> stages;
    std::int64_t bytes;
  };
  const Row rows[] = {
      {"V22 one local stage", sizes, 52480, {local(52480, 52480)}, 974028800},
      {"V23 planned lengths rounded up", sizes, 52481, {local(52481, 52608)}, 1409687616},
      {"V24 two blocks at least", sizes, 5, {local(5, 5)}, 4530496},
      {"V25 one head", one, 1024, {local(1024, 1024)}, 532480},
      {"V26 a remote stage over all queries", sizes, 44314, {local(44314, 44352), remote_all(44314, 16504, 44352, 16512)}, 3085833088},
      {"V27 a remote stage over some queries", sizes, 105153, {local(105153, 105216), remote_part(768, 20608)}, 2888470592},
      {"V28 no local stage", sizes, 1024, {remote_part(256, 256), remote_all(1024, 512, 1024, 512)}, 39550976},
      {"V28 its second stage alone", sizes, 1024, {remote_all(1024, 512, 1024, 512)}, 17956864},
      {"a stage without planned rows", sizes, 1024, {{true, 1024, 1024, true, true, 0, 1024}}, 0},
      {"no stage", sizes, 1024, {}, 0},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(attention_retained(row.sizes, row.own, row.stages).value() == row.bytes);
    std::vector<AttentionStage> reversed(row.stages.rbegin(), row.stages.rend());
    CHECK(attention_retained(row.sizes, row.own, reversed).value() == row.bytes);
  }
}

TEST_CASE("blocks of attention") {
  struct Row {
    std::string name;
    int capability;
    std::int64_t head_dim;
    Blocks blocks;
  };
  const Row rows[] = {
      {"9.x, the narrowest", 9, 128, {128, 128}}, {"9.x, just wider", 9, 129, {128, 96}}, {"9.x, up to 192", 9, 192, {128, 96}},
      {"9.x, wide", 9, 193, {128, 64}},           {"8.x, wide", 8, 256, {128, 128}},      {"10.x, wide", 10, 256, {128, 128}},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const Blocks blocks = attention_blocks(row.capability, row.head_dim);
    CHECK(blocks.queries == row.blocks.queries);
    CHECK(blocks.keys == row.blocks.keys);
  }
}

TEST_CASE("V29 the least that attention retains of a row") {
  Geometry one_head = stub();
  one_head.attention_heads = one_head.query_groups = 1;
  one_head.head_dim = 256;
  struct Row {
    std::string name;
    Geometry geometry;
    std::int64_t bytes;
  };
  const Row rows[] = {
      {"35B", hybrid_35b(), 18560}, {"27B", hybrid_27b(), 28864},  {"one head of 256", one_head, 520},
      {"2B", hybrid_2b(), 10304},   {"no heads known", stub(), 0},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(least_retained_row(row.geometry).value() == row.bytes);
  }
}

}  // namespace
}  // namespace tracegate::price
