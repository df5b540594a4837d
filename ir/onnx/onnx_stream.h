// Walks an ONNX file front to back and hands out its metadata and nodes.
//
// Not a loader: no ModelProto is built, tensors are passed over without being read, external data is never opened. A node that is handed
// out lives in one buffer that the next one overwrites; a listener keeps what it needs. Fields may stand in any order, as protobuf allows,
// so the header is read first: what a node means can depend on metadata that stands behind it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/onnx/source.h"

namespace tracegate::ir {

// What a node holds of one attribute; other types than these four are only named.
struct OnnxAttribute {
  enum class Type : std::uint8_t { kInt, kString, kInts, kStrings, kOther };

  std::string_view name;
  Type type = Type::kOther;
  bool has_value = false;  // an INT or a STRING: its value is written, not just its type
  std::int64_t integer = 0;
  std::string_view string;
  std::vector<std::int64_t> integers;
  std::vector<std::string_view> strings;
};

struct OnnxNode {
  std::uint64_t offset = 0;  // of its field in the file, in bytes
  std::string_view name;
  std::string_view op_type;
  std::string_view domain;
  std::vector<std::string_view> inputs;
  std::vector<std::string_view> outputs;
  std::span<const OnnxAttribute> attributes;
  bool scoped = false;  // its metadata names the module that it came from, as torch's exporter writes it
};

class OnnxListener {
 public:
  virtual ~OnnxListener() = default;
  // One node of the main graph.
  virtual void node(const OnnxNode& node) = 0;
};

// What stands in the file around the graph.
struct OnnxHeader {
  struct Entry {
    std::string key;
    std::string value;
    std::uint64_t offset = 0;  // in the file, in bytes
  };

  std::uint64_t ir_version = 0;
  std::string producer;
  std::uint64_t graphs = 0;
  std::uint64_t functions = 0;
  std::vector<Entry> metadata;
};

// Bytes of one name or value, and of all that is kept of one node, or of all metadata together.
inline constexpr std::uint64_t kTextLimit = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kNodeLimit = std::uint64_t{1} << 26;

// Reads what stands around the graph; the graph itself is passed over in one step. Throws ReadError.
OnnxHeader read_onnx_header(const Source& source);

// Hands out the nodes of the main graph. Throws ReadError; what was handed out before is then to be thrown away.
void walk_onnx_nodes(const Source& source, OnnxListener& listener);

}  // namespace tracegate::ir
