// The reader on whole files: what is no model of ours, files that are cut anywhere, and every committed fixture in any order.
#include "ir/dialects/reader.h"

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <onnx/onnx_pb.h>

#include "ir/onnx/wire.h"
#include "ir/text/error.h"
#include "tests/support/graph_dump.h"
#include "tests/support/model_text.h"

namespace tracegate::ir {
namespace {

using test::model_bytes;
using test::onnx_bytes;
using test::read_outcome;

struct Row {
  std::string name;
  std::string bytes;
  std::string expected;
};

const std::string kExport = "which is not read yet; export the live model with tracegate_export (dialect `module/1`)";

std::string foreign(const std::string& what) { return what + ", " + kExport; }

TEST_CASE("reader: what is no ONNX model") {
  const Row rows[] = {
      {"empty", "", "is empty; an ONNX file is needed"},
      {"text", "hello world\n", "wire type 4 is not used by ONNX: not an ONNX file, or damaged, at offset 2"},
      {"json", "{\"a\": 1}", "wire type 3 is not used by ONNX: not an ONNX file, or damaged, at offset 0"},
      {"PNG", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16),
       "no protobuf field starts here: not an ONNX file, or damaged, at offset 10"},
      {"zip, as torch.save writes it", std::string("PK\x03\x04\x14\0\0\0\0\0", 10),
       "no protobuf field starts here: not an ONNX file, or damaged, at offset 2"},
      {"pickle", std::string("\x80\x04\x95\x10\0\0\0\0\0\0\0", 11),
       "no protobuf field starts here: not an ONNX file, or damaged, at offset 4"},
      {"zero bytes", std::string(100, '\0'), "no protobuf field starts here: not an ONNX file, or damaged, at offset 0"},
      {"no graph", onnx_bytes(R"(ir_version: 8)"), "holds 0 ONNX graphs, expected one: not an ONNX model"},
      {"two graphs", onnx_bytes(R"(graph {})") + onnx_bytes(R"(graph {})"), "holds 2 ONNX graphs, expected one: not an ONNX model"},
      {"two graphs of our dialect", model_bytes("C0 p.A:\n0: c=0") + onnx_bytes(R"(graph {})"),
       "holds 2 ONNX graphs, expected one: not an ONNX model"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(read_outcome(row.bytes) == row.expected);
  }
}

TEST_CASE("reader: files of other exporters are told apart") {
  const Row rows[] = {
      {"no nodes", onnx_bytes(R"(graph {})"), foreign("has no nodes")},
      {"operators only", onnx_bytes(R"(graph { node { op_type: "Add" name: "n" } })"), foreign("holds operators only (dialect `bare`)")},
      {"named by module path", onnx_bytes(R"(graph { node { op_type: "A" } node { op_type: "Add" name: "/layers.0/Add" } })"),
       foreign("holds operators that are named by module path (dialect `named`)")},
      {"modules as functions", onnx_bytes(R"(graph { node { op_type: "Block" name: "/b" } } functions { name: "Block" })"),
       foreign("holds modules as functions (dialect `function`)")},
      {"producer alone says nothing", onnx_bytes(R"(producer_name: "tracegate_export" graph { node { op_type: "A" } })"),
       foreign("holds operators only (dialect `bare`)")},
      {"other metadata", onnx_bytes(R"(graph { node {} } metadata_props { key: "dialect" value: "module/1" })"),
       foreign("holds operators only (dialect `bare`)")},
      {"a later dialect", onnx_bytes(R"(graph {} metadata_props { key: "tracegate.dialect" value: "module/2" })"),
       "is of the dialect `module/2`, which this tracegate does not read; it reads module/1"},
      {"an empty dialect", onnx_bytes(R"(graph {} metadata_props { key: "tracegate.dialect" })"),
       "is of the dialect ``, which this tracegate does not read; it reads module/1"},
      {"a dialect with a new line", onnx_bytes(R"(graph {} metadata_props { key: "tracegate.dialect" value: "module/1\n" })"),
       R"(is of the dialect `module/1\u000a`, which this tracegate does not read; it reads module/1)"},
      {"a long dialect", onnx_bytes("graph {} metadata_props { key: \"tracegate.dialect\" value: \"" + std::string(200, 'x') + "\" }"),
       "is of the dialect `" + std::string(120, 'x') + "...`, which this tracegate does not read; it reads module/1"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(read_outcome(row.bytes) == row.expected);
  }
}

TEST_CASE("reader: metadata of torch's exporter with dynamo=True") {
  // ONNX 1.12 has no metadata on nodes: field 9 by hand, in a node of op_type A.
  const std::string entry = std::string("\x0A\x09") + "namespace";
  const std::string node = std::string("\x22\x01") + "A" + "\x4A\x0B" + entry;
  const std::string graph = std::string("\x0A") + static_cast<char>(node.size()) + node;
  CHECK(read_outcome(std::string("\x3A") + static_cast<char>(graph.size()) + graph) ==
        foreign("was written by torch.onnx.export with dynamo=True (dialect `scoped`)"));
}

const char* const kSmall = R"(
  C0 pkg.Model: mro=[1]
  C1 torch.nn.Module:
  F0: kind="function" module="pkg" name="f" own=1 class_forward=0
  S0: kind="list" length=1 elements=["ref:1"]
  T0: fields=["kind"] rows=["str:a","int:1"]
  B0: width="int:8" layers="seq:0" slots="table:0" "()f"="fn:0" "%0.weight"="tensor:float32[2]"
  0: c=0 b=0
  1 layer <0: c=1
  tracegate.reads=layers\nwidth
)";

TEST_CASE("reader: a file cut at any byte is an error") {
  const std::string bytes = model_bytes(kSmall);
  REQUIRE(read_outcome(bytes) == "read");
  std::size_t refused = 0;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    if (read_outcome(std::string_view(bytes).substr(0, size)) != "read") ++refused;
  }
  CHECK(refused == bytes.size());
}

// What stands in a model beside one another, each with its tag and length.
std::vector<std::string> top_level_fields(const std::string& bytes) {
  std::vector<std::string> fields;
  const MemorySource source(bytes);
  Wire wire(source);
  while (wire.next()) {
    const std::uint64_t begin = wire.field_offset();
    wire.skip();
    fields.push_back(bytes.substr(begin, wire.position() - begin));
  }
  return fields;
}

TEST_CASE("reader: a file cut between two fields is an error, whatever their order") {
  std::vector<std::string> fields = top_level_fields(model_bytes(kSmall));
  REQUIRE(fields.size() > 8);
  std::mt19937 random(14);
  for (int round = 0; round < 50; ++round) {
    std::string bytes;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      CAPTURE(i);
      CHECK(read_outcome(bytes) != "read");
      bytes += fields[i];
    }
    CHECK(read_outcome(bytes) == "read");
    std::shuffle(fields.begin(), fields.end(), random);
  }
}

TEST_CASE("reader: a file without one of its fields, or with one twice, is an error") {
  const std::vector<std::string> fields = top_level_fields(model_bytes(kSmall));
  for (std::size_t which = 0; which < fields.size(); ++which) {
    CAPTURE(which);
    std::string without, twice;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (i != which) without += fields[i];
      twice += fields[i];
      if (i == which) twice += fields[i];
    }
    CHECK(read_outcome(without) != "read");
    CHECK(read_outcome(twice) != "read");
  }
}

TEST_CASE("reader: one damaged bit or byte anywhere is refused") {
  std::string bytes = model_bytes(kSmall);
  std::size_t refused = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int change : {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF}) {
      bytes[at] = static_cast<char>(bytes[at] ^ change);
      if (read_outcome(bytes) != "read") ++refused;
      bytes[at] = static_cast<char>(bytes[at] ^ change);
    }
  }
  CHECK(refused == 9 * bytes.size());
}

TEST_CASE("reader: one damaged byte behind a right digest never does more than refuse") {
  std::string bytes = model_bytes(kSmall);
  std::size_t outcomes = 0, digested = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int change : {0x01, 0x08, 0x80, 0xFF}) {
      bytes[at] = static_cast<char>(bytes[at] ^ change);
      onnx::ModelProto model;
      if (model.ParseFromString(bytes)) {
        ++digested;
        if (!read_outcome(test::with_digest(bytes)).empty()) ++outcomes;
      }
      bytes[at] = static_cast<char>(bytes[at] ^ change);
    }
  }
  CHECK(digested > bytes.size());
  CHECK(outcomes == digested);
}

std::vector<std::string> fixtures() {
  std::vector<std::string> paths;
  const auto root = std::filesystem::path(TRACEGATE_SOURCE_ROOT) / "fixtures";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".onnx") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string dump_of(const std::string& bytes) { return test::dump(read_model(MemorySource(bytes))); }

template <typename List, typename Random>
void shuffle(List& list, Random& random) {
  for (int i = list.size() - 1; i > 0; --i) list.SwapElements(i, static_cast<int>(random() % static_cast<unsigned>(i + 1)));
}

TEST_CASE("reader: every fixture is read, and the order in its file means nothing") {
  std::mt19937 random(2048);
  std::size_t read = 0;
  for (const std::string& path : fixtures()) {
    CAPTURE(path);
    const std::string bytes = test::file_bytes(path);
    REQUIRE(read_outcome(bytes) == "read");
    ++read;
    onnx::ModelProto model;
    REQUIRE(model.ParseFromString(bytes));
    shuffle(*model.mutable_graph()->mutable_node(), random);
    shuffle(*model.mutable_metadata_props(), random);
    for (auto& node : *model.mutable_graph()->mutable_node()) shuffle(*node.mutable_attribute(), random);
    const std::string expected = dump_of(bytes);
    CHECK(expected.size() > 100);
    // Not CHECK(a == b): a failure would print both.
    const bool same = dump_of(test::with_digest(model.SerializeAsString())) == expected;
    CHECK(same);
  }
  CHECK(read > 0);
}

}  // namespace
}  // namespace tracegate::ir
