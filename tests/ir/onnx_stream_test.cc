// The walk over an ONNX file: what a node holds, in whatever order it was written, and the limits on what is kept.
#include "ir/onnx/onnx_stream.h"

#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ir/text/error.h"
#include "tests/support/model_text.h"
#include "tests/support/wire_bytes.h"

namespace tracegate::ir {
namespace {

using test::bytes_field;
using test::number_field;
using test::onnx_bytes;

std::string element(std::int64_t number) { return fmt::format("{}", number); }
std::string element(std::string_view text) { return fmt::format("\"{}\"", text); }

template <typename T>
std::string list(const std::vector<T>& elements) {
  std::string out = "[";
  for (const T& each : elements) {
    if (out.size() > 1) out += ", ";
    out += element(each);
  }
  out += ']';
  return out;
}

std::string dump(const OnnxAttribute& attribute) {
  switch (attribute.type) {
    case OnnxAttribute::Type::kInt:
      return fmt::format("{}={}", attribute.name, attribute.integer);
    case OnnxAttribute::Type::kString:
      return fmt::format("{}=\"{}\"", attribute.name, attribute.string);
    case OnnxAttribute::Type::kInts:
      return fmt::format("{}={}", attribute.name, list(attribute.integers));
    case OnnxAttribute::Type::kStrings:
      return fmt::format("{}={}", attribute.name, list(attribute.strings));
    case OnnxAttribute::Type::kOther:
      break;
  }
  return fmt::format("{}=?", attribute.name);
}

// One line a node.
class Dump final : public OnnxListener {
 public:
  void node(const OnnxNode& node) override {
    text += fmt::format("{}({}) {}:{} -> {}", node.op_type, node.domain, node.name, list(node.inputs), list(node.outputs));
    for (const OnnxAttribute& attribute : node.attributes) text.append(" ").append(dump(attribute));
    text += node.scoped ? " scoped\n" : "\n";
    offsets.push_back(node.offset);
  }

  std::string text;
  std::vector<std::uint64_t> offsets;
};

std::string nodes_of(const Source& source) {
  Dump dump;
  try {
    walk_onnx_nodes(source, dump);
  } catch (const ReadError& error) {
    dump.text += error.what();
  }
  return dump.text;
}

std::string nodes_of(const std::string& bytes) { return nodes_of(MemorySource(bytes)); }

std::string header_of(const Source& source) {
  try {
    const OnnxHeader header = read_onnx_header(source);
    std::string out =
        fmt::format("ir {} by `{}`, {} graphs, {} functions", header.ir_version, header.producer, header.graphs, header.functions);
    for (const auto& entry : header.metadata) out += fmt::format(", {}={}", entry.key, entry.value);
    return out;
  } catch (const ReadError& error) {
    return error.what();
  }
}

std::string header_of(const std::string& bytes) { return header_of(MemorySource(bytes)); }

struct Row {
  std::string name;
  std::string text;  // of onnx.ModelProto
  std::string expected;
};

const Row kNodes[] = {
    {"no graph", R"(ir_version: 8)", ""},
    {"empty graph", R"(graph {})", ""},
    {"empty node", R"(graph { node {} })", "() :[] -> []\n"},
    {"names", R"(graph { node { input: "a" input: "" output: "b" output: "c" name: "n" op_type: "Gemm" domain: "d" } })",
     "Gemm(d) n:[\"a\", \"\"] -> [\"b\", \"c\"]\n"},
    {"two nodes, the second without what the first had",
     R"(graph { node { input: "a" output: "b" name: "n" domain: "d" attribute { name: "x" type: INT i: 5 } } node { op_type: "Relu" } })",
     "(d) n:[\"a\"] -> [\"b\"] x=5\nRelu() :[] -> []\n"},
    {"the four types", R"(graph { node { attribute { name: "i" type: INT i: -5 } attribute { name: "s" type: STRING s: "t" }
        attribute { name: "is" type: INTS ints: 1 ints: -2 } attribute { name: "ss" type: STRINGS strings: "a" strings: "" } } })",
     "() :[] -> [] i=-5 s=\"t\" is=[1, -2] ss=[\"a\", \"\"]\n"},
    {"empty values of the four types", R"(graph { node { attribute { name: "i" type: INT } attribute { name: "s" type: STRING }
        attribute { name: "is" type: INTS } attribute { name: "ss" type: STRINGS } } })",
     "() :[] -> [] i=0 s=\"\" is=[] ss=[]\n"},
    {"types left out, as before IR version 4", R"(graph { node { attribute { name: "i" i: 5 } attribute { name: "s" s: "t" }
        attribute { name: "is" ints: 1 } attribute { name: "ss" strings: "a" } attribute { name: "n" } } })",
     "() :[] -> [] i=5 s=\"t\" is=[1] ss=[\"a\"] n=?\n"},
    {"other types are only named",
     R"(graph { node { attribute { name: "f" type: FLOAT f: 1 } attribute { name: "fs" type: FLOATS floats: 1 }
        attribute { name: "t" type: TENSOR t { dims: 2 raw_data: "12345678" } } attribute { name: "g" type: GRAPH g { node { op_type: "Inner" } } } } })",
     "() :[] -> [] f=? fs=? t=? g=?\n"},
    {"nodes of functions and of inner graphs are not handed out",
     R"(graph { node { op_type: "If" attribute { name: "g" type: GRAPH g { node { op_type: "Inner" } } } } }
        functions { node { op_type: "Body" } })",
     "If() :[] -> [] g=?\n"},
    {"what is not looked at",
     R"(graph { name: "g" doc_string: "d" initializer { dims: 1 raw_data: "1234" } input { name: "i" } node { op_type: "A" doc_string: "d" } })",
     "A() :[] -> []\n"},
};

TEST_CASE("onnx stream: nodes") {
  for (const Row& row : kNodes) {
    CAPTURE(row.name);
    CHECK(nodes_of(onnx_bytes(row.text)) == row.expected);
  }
}

const std::string kGraph = bytes_field(7, bytes_field(1, bytes_field(4, "A")));
const std::string kVersion = number_field(1, 8);
const std::string kProducer = bytes_field(2, "torch");
const std::string kEntry = bytes_field(14, bytes_field(1, "key") + bytes_field(2, "value"));
const std::string kEntryBackwards = bytes_field(14, bytes_field(2, "value") + bytes_field(1, "key"));
const std::string kFunction = bytes_field(25, bytes_field(1, "f"));

TEST_CASE("onnx stream: the header, fields in any order") {
  const struct {
    std::string name;
    std::string bytes;
    std::string expected;
  } rows[] = {
      {"nothing", "", "ir 0 by ``, 0 graphs, 0 functions"},
      {"metadata behind the graph", kVersion + kProducer + kGraph + kEntry + kFunction,
       "ir 8 by `torch`, 1 graphs, 1 functions, key=value"},
      {"metadata before the graph", kEntry + kFunction + kGraph + kProducer + kVersion,
       "ir 8 by `torch`, 1 graphs, 1 functions, key=value"},
      {"value before its key", kEntryBackwards, "ir 0 by ``, 0 graphs, 0 functions, key=value"},
      {"two graphs", kGraph + kGraph, "ir 0 by ``, 2 graphs, 0 functions"},
      {"single fields twice: the last counts", kVersion + kProducer + number_field(1, 9) + bytes_field(2, "other"),
       "ir 9 by `other`, 0 graphs, 0 functions"},
      {"key and value twice: the last counts",
       bytes_field(14, bytes_field(1, "a") + bytes_field(2, "b") + bytes_field(1, "c") + bytes_field(2, "d")),
       "ir 0 by ``, 0 graphs, 0 functions, c=d"},
      {"entry without a value", bytes_field(14, bytes_field(1, "key")), "ir 0 by ``, 0 graphs, 0 functions, key="},
      {"fields of later versions", kVersion + bytes_field(26, "later") + number_field(4000, 1), "ir 8 by ``, 0 graphs, 0 functions"},
      {"graph that is no message", number_field(7, 1), "field 7 has wire type 0, expected 2 at offset 0"},
      {"metadata that is no message", number_field(14, 1), "field 14 has wire type 0, expected 2 at offset 0"},
      {"version that is no number", bytes_field(1, "8"), "field 1 has wire type 2, expected 0 at offset 0"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    CHECK(header_of(row.bytes) == row.expected);
  }
}

TEST_CASE("onnx stream: a node, fields in any order") {
  const std::string name = bytes_field(3, "n"), type = bytes_field(4, "A"), in1 = bytes_field(1, "x"), in2 = bytes_field(1, "y"),
                    out = bytes_field(2, "z");
  const std::string packed = bytes_field(8, test::varint(1) + test::varint(300));
  const auto node = [](const std::string& fields) { return bytes_field(7, bytes_field(1, fields)); };
  const auto attribute = [&](const std::string& fields) { return node(bytes_field(5, fields)); };
  const std::string label = bytes_field(1, "a");
  const struct {
    std::string name;
    std::string bytes;
    std::string expected;
  } rows[] = {
      {"as written by protobuf", node(in1 + in2 + out + name + type), "A() n:[\"x\", \"y\"] -> [\"z\"]\n"},
      {"backwards", node(type + name + out + in1 + in2), "A() n:[\"x\", \"y\"] -> [\"z\"]\n"},
      {"a list in two parts", node(in1 + name + in2 + out + type), "A() n:[\"x\", \"y\"] -> [\"z\"]\n"},
      {"single fields twice: the last counts", node(type + bytes_field(4, "B")), "B() :[] -> []\n"},
      {"the nodes of two parts of a graph", node(type) + node(name), "A() :[] -> []\n() n:[] -> []\n"},
      {"ints one by one", attribute(label + number_field(20, 7) + number_field(8, 1) + number_field(8, 300)), "() :[] -> [] a=[1, 300]\n"},
      {"ints packed", attribute(label + number_field(20, 7) + packed), "() :[] -> [] a=[1, 300]\n"},
      {"ints packed, then one more", attribute(packed + number_field(8, 5) + number_field(20, 7) + label), "() :[] -> [] a=[1, 300, 5]\n"},
      {"ints packed, empty", attribute(label + number_field(20, 7) + bytes_field(8, "")), "() :[] -> [] a=[]\n"},
      {"int twice: the last counts", attribute(label + number_field(20, 2) + number_field(3, 1) + number_field(3, 2)),
       "() :[] -> [] a=2\n"},
      {"string twice: the last counts", attribute(label + bytes_field(4, "x") + bytes_field(4, "y") + number_field(20, 3)),
       "() :[] -> [] a=\"y\"\n"},
      {"type twice: the last counts", attribute(label + number_field(20, 3) + number_field(3, 1) + number_field(20, 2)),
       "() :[] -> [] a=1\n"},
      {"a type of later versions", attribute(label + number_field(20, 99)), "() :[] -> [] a=?\n"},
      {"a type above 32 bits", attribute(label + number_field(20, (std::uint64_t{1} << 32) + 2)), "() :[] -> [] a=?\n"},
      {"ints as fixed32", attribute(label + test::tag(8, 5) + "1234"), "field 8 has wire type 5, expected 2 at offset 9"},
      {"packed ints cut off", attribute(label + bytes_field(8, "\x80")), "a number is cut off at offset 9"},
      {"name that is a number", node(number_field(3, 1)), "field 3 has wire type 0, expected 2 at offset 4"},
      {"node that is a number", bytes_field(7, number_field(1, 1)), "field 1 has wire type 0, expected 2 at offset 2"},
      {"a good node, then damage", node(type) + bytes_field(7, "\x0A\x05"),
       "A() :[] -> []\nfield 1 claims 5 bytes, but 0 are left in what holds it: cut off or damaged, at offset 9"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    CHECK(nodes_of(row.bytes) == row.expected);
  }
}

TEST_CASE("onnx stream: a node that names its module is scoped") {
  const auto node = [](const char* key) {
    return bytes_field(7, bytes_field(1, bytes_field(4, "A") + bytes_field(9, bytes_field(1, key) + bytes_field(2, "value"))));
  };
  CHECK(nodes_of(node("namespace")) == "A() :[] -> [] scoped\n");
  CHECK(nodes_of(node("pkg.torch.onnx.name_scopes")) == "A() :[] -> [] scoped\n");
  CHECK(nodes_of(node("pkg.torch")) == "A() :[] -> []\n");
  CHECK(nodes_of(node("")) == "A() :[] -> []\n");
  CHECK(nodes_of(node("namespace") + bytes_field(7, bytes_field(1, ""))) == "A() :[] -> [] scoped\n() :[] -> []\n");
}

TEST_CASE("onnx stream: the offset of a node is that of its field") {
  const std::string bytes = kVersion + bytes_field(7, bytes_field(2, "name") + bytes_field(1, "") + bytes_field(1, bytes_field(4, "A")));
  Dump dump;
  walk_onnx_nodes(MemorySource(bytes), dump);
  CHECK(dump.offsets == std::vector<std::uint64_t>{10, 12});
}

// Refuses to read the bytes of one part of the file.
class Forbidding final : public Source {
 public:
  Forbidding(std::string_view bytes, std::uint64_t begin, std::uint64_t end) : memory_(bytes), begin_(begin), end_(end) {}
  std::uint64_t size() const override { return memory_.size(); }
  std::size_t read(std::uint64_t offset, char* to, std::size_t count) const override {
    if (offset >= begin_ && offset < end_) throw ReadError("the forbidden part was read");
    return memory_.read(offset, to, offset < begin_ ? std::min<std::uint64_t>(count, begin_ - offset) : count);
  }

 private:
  MemorySource memory_;
  std::uint64_t begin_, end_;
};

TEST_CASE("onnx stream: tensors in attributes and initializers are never read") {
  const std::string payload(300'000, 'x');
  const std::string raw = bytes_field(9, payload);
  const struct {
    std::string name;
    std::string bytes;
  } rows[] = {
      {"attribute", bytes_field(7, bytes_field(1, bytes_field(5, bytes_field(5, raw) + bytes_field(1, "t")) + bytes_field(4, "A")))},
      {"initializer", bytes_field(7, bytes_field(5, raw) + bytes_field(1, bytes_field(4, "A")))},
      {"function", bytes_field(25, bytes_field(7, raw)) + kGraph},
      {"training info", bytes_field(20, raw) + kGraph},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    const auto begin = row.bytes.find(payload);
    const Forbidding source(row.bytes, begin, begin + payload.size());
    CHECK(nodes_of(source).starts_with("A() :[] -> []"));
    CHECK(header_of(source).starts_with("ir 0 by ``, 1 graphs"));
  }
}

TEST_CASE("onnx stream: a node larger than the buffer, at every place on its border") {
  const std::string long_text(70'000, 'y');
  for (std::size_t before : {0, 65'500, 65'520, 65'530, 65'535, 65'536, 131'000}) {
    CAPTURE(before);
    const std::string bytes =
        bytes_field(7, bytes_field(10, std::string(before, 'x')) +
                           bytes_field(1, bytes_field(3, "n") + bytes_field(5, bytes_field(1, "s") + bytes_field(4, long_text)) +
                                              bytes_field(5, bytes_field(1, "l") + bytes_field(9, long_text) + bytes_field(9, "z"))));
    CHECK(nodes_of(bytes) == fmt::format("() n:[] -> [] s=\"{0}\" l=[\"{0}\", \"z\"]\n", long_text));
  }
}

TEST_CASE("onnx stream: limits on what is kept") {
  const auto node = [](const std::string& fields) { return bytes_field(7, bytes_field(1, fields)); };
  const std::string longest(kTextLimit, 'x'), longer(kTextLimit + 1, 'x');
  CHECK(nodes_of(node(bytes_field(3, longest))).size() > kTextLimit);
  const struct {
    std::string name;
    std::string fields;
    std::string expected;
  } rows[] = {
      {"node name", bytes_field(3, longer), "a node name has 1048577 bytes, at most 1048576 are read, at offset 8"},
      {"input name", bytes_field(1, longer), "an input name has 1048577 bytes, at most 1048576 are read, at offset 8"},
      {"output name", bytes_field(2, longer), "an output name has 1048577 bytes, at most 1048576 are read, at offset 8"},
      {"operator type", bytes_field(4, longer), "an operator type has 1048577 bytes, at most 1048576 are read, at offset 8"},
      {"operator domain", bytes_field(7, longer), "an operator domain has 1048577 bytes, at most 1048576 are read, at offset 8"},
      {"attribute name", bytes_field(5, bytes_field(1, longer)),
       "an attribute name has 1048577 bytes, at most 1048576 are read, at offset 12"},
      {"string", bytes_field(5, bytes_field(4, longer)), "a string attribute has 1048577 bytes, at most 1048576 are read, at offset 12"},
      {"element of strings", bytes_field(5, bytes_field(9, longer)),
       "an element of a strings attribute has 1048577 bytes, at most 1048576 are read, at offset 12"},
      {"metadata key", bytes_field(9, bytes_field(1, longer)), "a metadata key has 1048577 bytes, at most 1048576 are read, at offset 12"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    CHECK(nodes_of(node(row.fields)) == row.expected);
  }
  CHECK(header_of(bytes_field(2, longer)) == "the producer's name has 1048577 bytes, at most 1048576 are read, at offset 0");
  CHECK(header_of(bytes_field(14, bytes_field(1, longer))) == "a metadata key has 1048577 bytes, at most 1048576 are read, at offset 4");
}

// What one node keeps is bounded, whatever it is made of.
TEST_CASE("onnx stream: limit on one node") {
  const auto refused = [](const std::string& node) {
    const std::string text = nodes_of(bytes_field(7, bytes_field(1, node)));
    return text.starts_with("a node holds more than 67108864 bytes, at offset ");
  };
  const auto times = [](std::size_t count, const std::string& part) {
    std::string out;
    out.reserve(count * part.size());
    for (std::size_t i = 0; i < count; ++i) out += part;
    return out;
  };
  CHECK(refused(times(65, bytes_field(1, std::string(kTextLimit, 'x')))));
  CHECK(refused(times(6'000'000, bytes_field(1, ""))));
  CHECK(refused(times(1'000'000, bytes_field(5, ""))));
  CHECK(refused(bytes_field(5, times(9'000'000, number_field(8, 1)))));
  CHECK(refused(bytes_field(5, bytes_field(8, std::string(9'000'000, '\1')))));
  CHECK(refused(bytes_field(5, times(6'000'000, bytes_field(9, "")))));
  CHECK(refused(times(5'000'000, bytes_field(9, bytes_field(1, "")))));
}

TEST_CASE("onnx stream: limit on all metadata") {
  std::string bytes;
  for (int i = 0; i < 1'000'000; ++i) bytes += bytes_field(14, "");
  CHECK(header_of(bytes) == "the metadata holds more than 67108864 bytes, at offset 1864134");
  const std::string half = bytes_field(14, bytes_field(2, std::string(40'000'000, 'x')));
  CHECK(header_of(half).size() > 40'000'000);
  CHECK(header_of(half + half) == "the metadata holds more than 67108864 bytes, at offset 40000015");
  CHECK(header_of(bytes_field(14, bytes_field(2, std::string(kNodeLimit + 1, 'x')))) ==
        "a metadata value has 67108865 bytes, at most 67108864 are read, at offset 5");
}

// A file that nobody could store: known bytes at some places, zeros between them.
class Sparse final : public Source {
 public:
  void put(std::uint64_t offset, std::string bytes) {
    size_ = std::max(size_, offset + bytes.size());
    parts_.emplace(offset, std::move(bytes));
  }
  std::uint64_t size() const override { return size_; }
  std::size_t read(std::uint64_t offset, char* to, std::size_t count) const override {
    if (offset >= size_) return 0;
    count = static_cast<std::size_t>(std::min<std::uint64_t>(count, size_ - offset));
    std::memset(to, 0, count);
    for (const auto& [begin, bytes] : parts_) {
      for (std::size_t i = 0; i < bytes.size(); ++i) {
        const std::uint64_t at = begin + i;
        if (at >= offset && at < offset + count) to[at - offset] = bytes[i];
      }
    }
    return count;
  }

 private:
  std::map<std::uint64_t, std::string> parts_;
  std::uint64_t size_ = 0;
};

TEST_CASE("onnx stream: files beyond 2^31 and 2^32 bytes") {
  const std::string node = bytes_field(1, bytes_field(4, "Last"));
  for (const std::uint64_t payload : {(std::uint64_t{1} << 31) - 1, std::uint64_t{1} << 31, std::uint64_t{1} << 32,
                                      std::uint64_t{5'000'000'000}, std::uint64_t{1} << 60}) {
    CAPTURE(payload);
    const std::string tensor_begin = test::tag(9, 2) + test::varint(payload);
    const std::string initializer_begin = test::tag(5, 2) + test::varint(tensor_begin.size() + payload) + tensor_begin;
    const std::string graph_begin = test::tag(7, 2) + test::varint(initializer_begin.size() + payload + node.size()) + initializer_begin;
    Sparse source;
    source.put(0, graph_begin);
    source.put(graph_begin.size() + payload, node + kEntry);
    CHECK(nodes_of(source) == "Last() :[] -> []\n");
    CHECK(header_of(source) == "ir 0 by ``, 1 graphs, 0 functions, key=value");
  }
}

}  // namespace
}  // namespace tracegate::ir
