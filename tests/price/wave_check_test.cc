// Every text about a wave or a geometry that is contradictory or odd.
#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "analyzer/price/wave_check.h"
#include "tests/price/models.h"

namespace tracegate::price {
namespace {

using Lines = std::vector<std::string>;

// Errors as "group: text" or "wave: text", then warnings as "warning: text".
Lines lines_of(const WaveCheck& check) {
  Lines lines;
  for (const WaveProblem& problem : check.errors) {
    lines.push_back((problem.group ? fmt::format("{}: ", *problem.group) : "wave: ") + problem.text);
  }
  for (const std::string& text : check.warnings) lines.push_back("warning: " + text);
  return lines;
}

Group pending(Group group, std::size_t numbers) {
  group.pending_gradient_bytes.assign(numbers, 8);
  return group;
}

constexpr std::int64_t kMost = INT64_MAX;

TEST_CASE("waves") {
  const Setting stub_run = setting_of(stub()), run_2b = setting_of(hybrid_2b()), one = setting_of(stub(), 1);
  const std::vector<RankLayout> even = {{50, 50, 0, 0}, {50, 50, 0, 0}}, even_attention = {{50, {}, 0, 0}, {50, {}, 0, 0}};
  struct Row {
    std::string name;
    Setting setting;
    Wave wave;
    Lines lines;
  };
  const Row rows[] = {
      {"a wave without tokens", stub_run, wave_of({}, 0), {}},
      {"a group", stub_run, wave_of({gradient(50)}, 100), {}},
      {"all rows on one rank", stub_run, wave_of({gradient(100)}, 100), {}},
      {"one rank", one, wave_of({gradient(60), no_grad(40)}, 100), {}},
      {"a layout", run_2b, wave_of({gradient(50, even)}, 100), {}},
      {"a layout without GDN rows, in a model without GDN", stub_run, wave_of({gradient(50, even_attention)}, 100), {}},
      {"a layout with GDN rows, in a model without GDN", stub_run, wave_of({gradient(50, even)}, 100), {}},
      {"the busiest rank by GDN rows", run_2b, wave_of({gradient(52, {{50, 48, 0, 0}, {50, 52, 0, 0}})}, 100), {}},
      {"a rank without rows", run_2b, wave_of({gradient(1, {{0, 0, 0, 0}, {1, 1, 0, 0}})}, 1), {}},
      {"no rank with rows",
       run_2b,
       wave_of({gradient(1, {{0, 0, 0, 0}, {0, 0, 0, 0}})}, 1),
       {"warning: the layouts hold 0 attention rows, the wave has 1 packed tokens"}},
      {"adapter gradients", stub_run, wave_of({pending(gradient(50), 41)}, 100), {}},
      {"tokens without a group",
       stub_run,
       wave_of({}, 5),
       {"wave: `packed_tokens` is 5, but there is no group; a wave with tokens has at least one"}},
      {"more rows than tokens",
       stub_run,
       wave_of({gradient(50), no_grad(101)}, 100),
       {"1: a group has 101 rows, more than the wave's 100 packed tokens"}},
      {"a number missing for adapter gradients",
       stub_run,
       wave_of({pending(gradient(50), 40)}, 100),
       {"0: `pending_gradient_bytes` has 40 numbers; the model needs 41: one for each of its 40 decoder layers, one for what is outside"}},
      {"some layouts",
       run_2b,
       wave_of({gradient(50, even), gradient(20)}, 140),
       {"1: some groups have a `layout` and others have none; give it for all or for none"}},
      {"some layouts, the first without",
       run_2b,
       wave_of({gradient(20), gradient(50, even)}, 140),
       {"1: some groups have a `layout` and others have none; give it for all or for none"}},
      {"a layout of three ranks",
       run_2b,
       wave_of({gradient(50, {{50, 50, 0, 0}, {30, 30, 0, 0}, {20, 20, 0, 0}})}, 100),
       {"0: `layout` has 3 entries; the run has 2 context-parallel ranks"}},
      {"GDN rows missing",
       run_2b,
       wave_of({gradient(50, {{50, 50, 0, 0}, {50, {}, 0, 0}})}, 100),
       {"0: `gdn_rows` is missing; the model has 18 GDN layers"}},
      {"rows above the layout's", run_2b, wave_of({gradient(60, even)}, 100), {"0: `rows` is 60, but the busiest rank of `layout` has 50"}},
      {"rows below the layout's",
       run_2b,
       wave_of({gradient(50, {{40, 40, 0, 0}, {60, 60, 0, 0}})}, 100),
       {"0: `rows` is 50, but the busiest rank of `layout` has 60"}},
      {"several faults, a line each",
       run_2b,
       wave_of({pending(gradient(200, even), 1), gradient(300)}, 100),
       {"0: a group has 200 rows, more than the wave's 100 packed tokens",
        "0: `pending_gradient_bytes` has 1 numbers; the model needs 25: one for each of its 24 decoder layers, one for what is outside",
        "0: `rows` is 200, but the busiest rank of `layout` has 50", "1: a group has 300 rows, more than the wave's 100 packed tokens",
        "1: some groups have a `layout` and others have none; give it for all or for none"}},
      {"rows that cannot hold the tokens",
       stub_run,
       wave_of({gradient(40)}, 100),
       {"warning: 40 busiest rows on 2 ranks cannot hold 100 packed tokens"}},
      {"layouts that hold other tokens",
       run_2b,
       wave_of({gradient(50, even)}, 99),
       {"warning: the layouts hold 100 attention rows, the wave has 99 packed tokens"}},
      {"both odd",
       run_2b,
       wave_of({gradient(50, even)}, 120),
       {"warning: 50 busiest rows on 2 ranks cannot hold 120 packed tokens",
        "warning: the layouts hold 100 attention rows, the wave has 120 packed tokens"}},
      {"rows near the end of 64 bits",
       stub_run,
       wave_of({gradient(kMost), gradient(kMost)}, kMost),
       {"wave: the rows of all groups together do not fit 64 bits"}},
      {"rows that fit, times the ranks",
       stub_run,
       wave_of({gradient(kMost)}, kMost),
       {"wave: the rows of all groups together do not fit 64 bits"}},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(lines_of(check_wave(row.wave, row.setting)) == row.lines);
  }
}

TEST_CASE("geometries") {
  struct Row {
    std::string name;
    std::function<void(Geometry&)> edit;
    Lines lines;
  };
  const Row rows[] = {
      {"as it is", [](Geometry&) {}, {}},
      {"no GDN layer, no GDN size",
       [](Geometry& g) { g.gdn_layers = g.gdn_inputs = g.key_heads = g.key_dim = g.value_heads = g.value_dim = g.conv_kernel = 0; },
       {}},
      {"heads not known", [](Geometry& g) { g.attention_heads = g.query_groups = g.head_dim = 0; }, {}},
      {"hidden size", [](Geometry& g) { g.hidden_size = 0; }, {"`hidden_size` is 0; a model has at least 1"}},
      {"FFN", [](Geometry& g) { g.ffn_hidden_size = -3; }, {"`ffn_hidden_size` is -3; a model has at least 1"}},
      {"config layers", [](Geometry& g) { g.config_layers = 0; }, {"`config_layers` is 0; a model has at least 1"}},
      {"decoder layers",
       [](Geometry& g) { g.decoder_layers = 0; },
       {"`decoder_layers` is 0; a model has at least 1",
        "12 layers with GDN input, 18 GDN layers and 0 decoder layers: each is at most the next"}},
      {"more inputs than GDN layers",
       [](Geometry& g) { g.gdn_inputs = 19; },
       {"19 layers with GDN input, 18 GDN layers and 24 decoder layers: each is at most the next"}},
      {"more GDN layers than layers",
       [](Geometry& g) { g.gdn_layers = 25; },
       {"12 layers with GDN input, 25 GDN layers and 24 decoder layers: each is at most the next"}},
      {"a negative count",
       [](Geometry& g) { g.gdn_inputs = -1; },
       {"-1 layers with GDN input, 18 GDN layers and 24 decoder layers: each is at most the next"}},
      {"key heads", [](Geometry& g) { g.key_heads = 0; }, {"`key_heads` is 0; a model with GDN layers has at least 1"}},
      {"key width", [](Geometry& g) { g.key_dim = 0; }, {"`key_dim` is 0; a model with GDN layers has at least 1"}},
      {"value heads", [](Geometry& g) { g.value_heads = 0; }, {"`value_heads` is 0; a model with GDN layers has at least 1"}},
      {"value width", [](Geometry& g) { g.value_dim = 0; }, {"`value_dim` is 0; a model with GDN layers has at least 1"}},
      {"convolution", [](Geometry& g) { g.conv_kernel = 0; }, {"`conv_kernel` is 0; a model with GDN layers has at least 1"}},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    Geometry geometry = hybrid_2b();
    row.edit(geometry);
    CHECK(check_geometry(geometry) == row.lines);
  }
}

}  // namespace
}  // namespace tracegate::price
