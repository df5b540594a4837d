// Typed access to one node of a `module/1` file. Every attribute must be asked for: one that nobody asked for comes from a later dialect,
// and the file is refused.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ir/graph/value.h"
#include "ir/onnx/onnx_stream.h"

namespace tracegate::ir {

class NodeFields {
 public:
  NodeFields(const OnnxNode& node, Strings& strings) : node_(node), strings_(strings), asked_(node.attributes.size()) {}

  // The node's number: output[0] after `letter`, decimal.
  std::uint32_t number(std::string_view letter) const;

  // Null where the attribute is not there.
  const OnnxAttribute* optional(std::string_view name, OnnxAttribute::Type type);
  const OnnxAttribute& required(std::string_view name, OnnxAttribute::Type type);

  StringId string(std::string_view name);
  bool flag(std::string_view name);
  std::uint32_t reference(const OnnxAttribute& attribute) const;
  std::vector<std::uint32_t> references(std::string_view name);
  Value value(std::string_view text) const;
  StringId escaped(std::string_view text, std::string_view what) const;

  // Throws where an attribute was not asked for.
  void nothing_else() const;

  [[noreturn]] void fail(std::string_view what) const;

 private:
  const OnnxNode& node_;
  Strings& strings_;
  std::vector<bool> asked_;
};

// A decimal number without sign and leading zeros below 2^32 - 1; kNoVertex for any other text.
std::uint32_t parse_index(std::string_view text);

}  // namespace tracegate::ir
