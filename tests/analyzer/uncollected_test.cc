// A kind of facts that was not collected is never a match, and never a miss: one row a kind.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include <onnx/onnx_pb.h>

#include "tests/support/judging.h"
#include "tests/support/model_text.h"

namespace tracegate {
namespace {

using rules::Verdict;

// A fixture whose metadata `key` is replaced, or dropped where `value` is null.
std::string edited(const std::string& key, const char* value) {
  onnx::ModelProto model;
  REQUIRE(model.ParseFromString(test::file_bytes(test::source_path("fixtures/dense-cp2-seed/matched__slot_16.onnx"))));
  auto* entries = model.mutable_metadata_props();
  for (int i = entries->size() - 1; i >= 0; --i) {
    if (entries->Get(i).key() != key) continue;
    if (value == nullptr) {
      entries->DeleteSubrange(i, 1);
    } else {
      entries->Mutable(i)->set_value(value);
    }
  }
  return model.SerializeAsString();
}

TEST_CASE("kinds that were not collected") {
  struct Row {
    std::string name;
    const char* key;
    const char* value;
    std::set<std::string> undetermined;  // among others, where `only` is not set
    bool only = true;
  };
  const std::set<std::string> hooks = {"forward/decoder-no-hooks", "forward/layer-no-hooks", "forward/mixer-no-hooks",
                                       "forward/mlp-site-no-hooks", "forward/descendant-no-hooks"};
  const std::set<std::string> instance = {"lora/selector-not-overridden",  "forward/decoder-no-override",
                                          "forward/layer-wrapper",         "forward/layer-delegate",
                                          "forward/mixer-wrapper",         "forward/mixer-delegate",
                                          "forward/mlp-site-no-override",  "forward/descendant-wrapper",
                                          "forward/descendant-delegate",   "checkpoint/decoder-methods-not-overridden"};
  const Row rows[] = {
      {"no hooks", "tracegate.collected", "callables globals instance parameters reads tables", hooks},
      {"one of two tables", "tracegate.hooks", "_forward_hooks", hooks},
      {"no instance dictionaries", "tracegate.collected", "callables globals hooks parameters reads tables", instance},
      {"no parameters", "tracegate.collected", "callables globals hooks instance reads tables", {"checkpoint/first-parameter-bf16"}, false},
      {"no tables",
       "tracegate.collected",
       "callables globals hooks instance parameters reads",
       {"lora/base-adapter-present", "lora/tensors-2d", "lora/shapes-agree", "lora/rank-range"}},
      {"no reads", "tracegate.collected", "callables globals hooks instance parameters tables", {"model/language-model-found"}, false},
      {"nothing of the run",
       "tracegate.run",
       "",
       {"config/topology-tp1", "config/topology-cp2", "config/topology-pp1", "checkpoint/parameter-size-two"}},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const auto report = test::judge_bytes(edited(row.key, row.value), test::shipped("dense-cp2-seed"));
    CHECK(report.verdict == Verdict::kUndetermined);
    CHECK(test::ids_with(report, Verdict::kMissed).empty());
    const auto found = test::ids_with(report, Verdict::kUndetermined);
    const std::set<std::string> ids(found.begin(), found.end());
    for (const std::string& id : row.undetermined) {
      INFO(id);
      CHECK(ids.contains(id));
    }
    if (row.only) CHECK(ids.size() == row.undetermined.size());
  }
}

}  // namespace
}  // namespace tracegate
