// Notes of a profile: where they fire, that they never decide anything, and what a report says of them.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "analyzer/report/writers/check_text.h"
#include "tests/support/judging.h"
#include "tests/support/model_text.h"
#include "tests/support/reporting.h"

namespace tracegate::analyzer {
namespace {

constexpr const char* kProfile = R"(id: "p" version: 1 title: "t"
reads {
  attribute { follow: true name: ["layers", "part", "config"] }
  attribute { name: ["width", "depth"] }
  instance: "forward"
  hooks: "pre"
}
place { id: "chunk" title: "chunk" chunk: 0 }
place { id: "config" title: "config" from: "chunk" attribute: "config" }
place { id: "layers" title: "layers" from: "chunk" attribute: "layers" }
place { id: "layer" title: "layer" from: "layers" elements: true }
place { id: "layer_config" title: "config of the layer" from: "layer" attribute: "config" }
place { id: "part" title: "part" from: "layer" attribute: "part" }
layers { place: "layer" label: "part" root: "chunk" }
condition {
  id: "part/width" title: "8 wide" because: "it was traced so" mark: CODE
  scope { place: "part" }
  predicate { value { attribute: "width" is: "int:8" } }
}
note {
  id: "note/hooks" title: "a hook around the layers" because: "it runs"
  scope { tree { without: "layers" } }
  scope { place: "layers" }
  predicate { no_hooks { table: "pre" } }
}
note {
  id: "note/compiled" title: "a compiled module" because: "it runs otherwise"
  scope { tree { without: "layers" } }
  scope { tree { below: "layer" with_root: true } }
  predicate { no_callables { only: "run" } }
}
note {
  id: "note/depth" title: "a deep part" because: "depth costs"
  scope { place: "part" }
  predicate { value { attribute: "depth" is: "int:1" absent_matches: true } }
}
note {
  id: "note/config" title: "a config of its own" because: "the layer reads it"
  scope { place: "layer_config" }
  predicate { same_facts { place: "config" } }
}
)";

// A chunk with three layers of one part each. `facts` are those of the chunk, the layers' list, and the parts of the layers; `records`
// further lines.
std::string model(const std::vector<std::string>& facts, const std::string& records = "") {
  return fmt::format(
      "C0 m.Chunk:\nC1 m.List: elements=1\nC2 m.Layer:\nC3 m.Part:\nC4 m.Config: is_module=0\n"
      "F0: kind=\"function\" module=\"f\" name=\"g\" own=1 class_forward=0\nS0: kind=\"hooks\" length=1 elements=[\"fn:0\"]\n"
      "B0: {}\nB1: {}\nB2: {}\nB3: {}\nB4: {}\n"
      "0: c=0 b=0\n1 layers <0: c=1 b=1\n2 layers.0 <1: c=2\n3 layers.0.part <2: c=3 b=2\n4 layers.1 <1: c=2\n5 layers.1.part <4: c=3 b=3\n"
      "6 layers.2 <1: c=2{}\n7 layers.2.part <6: c=3 b=4\n"
      "tracegate.reads=config\\nconfig>kind\\ndepth\\nlayers\\npart\\nwidth\ntracegate.instance=forward\ntracegate.hooks=pre\n{}\n",
      facts[0], facts[1], facts[2], facts[3], facts[4], records.empty() ? "" : " b=5", records);
}

// "note/depth layers.0.part: `depth` is int 2", one a subject.
std::vector<std::string> fired(const GateReport& report) {
  std::vector<std::string> out;
  for (const NoteReport& note : report.notes) {
    CHECK_FALSE(note.findings.empty());
    for (const Finding& finding : note.findings) out.push_back(fmt::format("{} {}: {}", note.id, finding.path, finding.found));
  }
  return out;
}

TEST_CASE("where notes fire") {
  struct Row {
    std::string name;
    std::vector<std::string> facts;
    std::vector<std::string> fired;
    std::string records = "";
  };
  constexpr const char* kWide = R"(width="int:8")";
  constexpr const char* kDeep = R"(width="int:8" depth="int:2")";
  constexpr const char* kConfigs = "B5: config=\"ref:9\"\nB6: {}\nB7: {}\n8 config: c=4 b=6\n9 layers.2.config: c=4 b=7";
  const Row rows[] = {
      {"nothing", {"", "", kWide, kWide, kWide}, {}},
      {"at each layer of a class",
       {"", "", kDeep, kWide, kDeep},
       {"note/depth layers.0.part: `depth` is int 2", "note/depth layers.2.part: `depth` is int 2"}},
      {"undetermined is silent", {"", "", kWide, kWide, R"(width="int:8" depth="unreadable:m.E")"}, {}},
      {"None is silent", {R"(config="none:")", "", kWide, kWide, kWide}, {}, "B5: config=\"none:\""},
      {"a hook on the chunk and the list of layers, not on what is in a layer",
       {R"("#pre"="seq:0")", R"("#pre"="seq:0")", R"(width="int:8" "#pre"="seq:0")", kWide, kWide},
       {"note/hooks : 1 in `pre`: function f.g", "note/hooks layers: 1 in `pre`: function f.g"}},
      {"a callable, in one layer of three",
       {"", "", kWide, R"(width="int:8" "()run"="fn:0" "()walk"="fn:0")", kWide},
       {"note/compiled layers.1.part: `run` is function f.g"}},
      {"a callable on the chunk", {R"("()run"="fn:0")", "", kWide, kWide, kWide}, {"note/compiled : `run` is function f.g"}},
      {"an equal config of its own",
       {R"(config="ref:8")", "", kWide, kWide, kWide},
       {},
       fmt::format(kConfigs, R"(depth="int:1" "?config"="none:")", R"(depth="int:1" "?config"="none:")")},
      {"another config of its own",
       {R"(config="ref:8")", "", kWide, kWide, kWide},
       {"note/config layers.2.config: `depth` is int 2, not int 1"},
       fmt::format(kConfigs, R"(depth="int:1" "?config"="none:")", R"(depth="int:2" "?config"="none:")")},
  };
  const rules::Profile profile = rules::Profile::parse(kProfile, "p");
  for (const Row& row : rows) {
    INFO(row.name);
    const GateReport report = test::judge_bytes(test::model_bytes(model(row.facts, row.records)), profile);
    CHECK(fired(report) == row.fired);
    CHECK(report.verdict == rules::Verdict::kMatched);
    REQUIRE(report.conditions.size() == 1);
    CHECK(report.conditions[0].count(rules::Verdict::kMatched) == 3);
    CHECK(report.conditions[0].findings.empty());
  }
}

TEST_CASE("notes on a model that does not match, or has no layers") {
  const rules::Profile profile = rules::Profile::parse(kProfile, "p");
  const GateReport missed = test::judge_bytes(
      test::model_bytes(model({R"("#pre"="seq:0")", "", R"(width="int:9")", R"(width="int:8")", R"(width="int:8")"})), profile);
  CHECK(missed.verdict == rules::Verdict::kMissed);
  CHECK(fired(missed) == std::vector<std::string>{"note/hooks : 1 in `pre`: function f.g"});
  const GateReport none = test::judge_bytes(
      test::model_bytes(
          "C0 m.Chunk:\nF0: kind=\"function\" module=\"f\" name=\"g\" own=1 class_forward=0\nB0: \"()run\"=\"fn:0\"\n0: c=0 b=0\n"
          "tracegate.reads=config\\nconfig>kind\\ndepth\\nlayers\\npart\\nwidth\ntracegate.instance=forward\ntracegate.hooks=pre\n"),
      profile);
  CHECK(fired(none) == std::vector<std::string>{"note/compiled : `run` is function f.g"});
}

// The lines of a text report that tell notes.
std::vector<std::string> note_lines(const rules::Profile& profile, GateReport report) {
  const std::string text = write_check_text(test::report_of(profile, std::move(report)));
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (text.compare(begin, 7, "  note ") == 0) lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

TEST_CASE("notes in a text report: one line each, on a match only") {
  const rules::Profile profile = rules::Profile::parse(kProfile, "p");
  const auto judged = [&](const std::vector<std::string>& facts) { return test::judge_bytes(test::model_bytes(model(facts)), profile); };
  const auto deep = [](int depth) { return fmt::format(R"(width="int:8" depth="int:{}" "()run"="fn:0")", depth); };
  CHECK(note_lines(profile, judged({R"("#pre"="seq:0" "()run"="fn:0")", R"("#pre"="seq:0")", deep(2), deep(3), deep(4)})) ==
        std::vector<std::string>{"  note        a hook around the layers (1 in `pre`: function f.g) at (model) and 1 more: it runs",
                                 "  note        a compiled module (`run` is function f.g) at (model) and 3 layers: it runs otherwise",
                                 "  note        a deep part (`depth` is int 2; `depth` is int 3; 1 more) at 3 layers: depth costs"});
  CHECK(note_lines(profile, judged({"", "", R"(width="int:8")", deep(2), R"(width="int:8")"})) ==
        std::vector<std::string>{"  note        a compiled module (`run` is function f.g) at layers.1.part: it runs otherwise",
                                 "  note        a deep part (`depth` is int 2) at layers.1.part: depth costs"});
  CHECK(note_lines(profile, judged({"", "", R"(width="int:9")", deep(2), R"(width="int:8")"})).empty());
}

TEST_CASE("notes of the fixtures") {
  const std::map<std::string, std::set<std::string>> expected = {
      {"matched__mlp_adapters_only", {"note/mixer-without-adapter"}},
      {"matched__note_adapter_dtype", {"note/adapter-dtype"}},
      {"matched__note_hook", {"note/hooks-above-layers"}},
      {"matched__note_compiled", {"note/compiled-in-place"}},
      {"matched__note_decoder_child", {"note/decoder-child"}},
      {"matched__note_layer_config", {"note/layer-config"}},
  };
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_path("fixtures/dense-cp2-seed"))) {
    const std::string name = entry.path().stem().string();
    if (!name.starts_with("matched__")) continue;
    INFO(name);
    std::set<std::string> ids;
    for (const NoteReport& note : test::judge_bytes(test::file_bytes(entry.path().string()), test::shipped("dense-cp2-seed")).notes)
      ids.insert(note.id);
    const auto found = expected.find(name);
    CHECK(ids == (found == expected.end() ? std::set<std::string>() : found->second));
    seen += found != expected.end() ? 1 : 0;
  }
  CHECK(seen == expected.size());
}

}  // namespace
}  // namespace tracegate::analyzer
