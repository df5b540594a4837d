// Changes one thing in a model and writes it anew, so that lengths stay right and the fuzzer gets past the wire format.
//
// libFuzzer's own mutation is used half of the time, and for what is no model.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

#include <onnx/onnx_pb.h>

#include "ir/onnx/digest.h"
#include "ir/onnx/source.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using Random = std::minstd_rand;

int below(Random& random, int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); }

void mutate_text(std::string& text, Random& random) {
  std::string buffer = text;
  buffer.resize(text.size() + 1 + static_cast<std::size_t>(below(random, 8)));
  const auto size = LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(buffer.data()), text.size(), buffer.size());
  text = buffer.substr(0, size);
}

// One digit is likelier to hit another record than any byte.
void mutate_number(std::string& text, Random& random) {
  const auto digit = text.find_last_of("0123456789");
  if (digit == std::string::npos) return mutate_text(text, random);
  text[digit] = static_cast<char>('0' + below(random, 10));
}

void mutate_string(std::string& text, Random& random) {
  if (below(random, 2) == 0) {
    mutate_text(text, random);
  } else {
    mutate_number(text, random);
  }
}

template <typename Repeated>
void mutate_list(Repeated& list, Random& random) {
  if (list.empty()) return;
  const int at = below(random, list.size());
  switch (below(random, 3)) {
    case 0:
      list.erase(list.begin() + at);
      break;
    case 1: {
      auto copy = list.Get(at);
      *list.Add() = std::move(copy);
      break;
    }
    default:
      list.SwapElements(at, below(random, list.size()));
  }
}

void mutate_attribute(onnx::AttributeProto& attribute, Random& random) {
  switch (below(random, 6)) {
    case 0:
      return mutate_string(*attribute.mutable_name(), random);
    case 1:
      attribute.set_i(below(random, 5) - 1);
      return;
    case 2:
      attribute.set_type(static_cast<onnx::AttributeProto::AttributeType>(below(random, 9)));
      return;
    case 3:
      attribute.add_ints(below(random, 5) - 1);
      return;
    case 4:
      if (attribute.strings_size() == 0) return mutate_string(*attribute.mutable_s(), random);
      return mutate_string(*attribute.mutable_strings(below(random, attribute.strings_size())), random);
    default:
      mutate_string(*attribute.mutable_s(), random);
  }
}

void mutate_node(onnx::NodeProto& node, Random& random) {
  switch (below(random, 7)) {
    case 0:
      return mutate_string(*node.mutable_name(), random);
    case 1:
      if (node.output_size() > 0) mutate_number(*node.mutable_output(0), random);
      return;
    case 2:
      if (node.input_size() == 0) node.add_input("0");
      return mutate_number(*node.mutable_input(0), random);
    case 3:
      return mutate_list(*node.mutable_attribute(), random);
    default:
      if (node.attribute_size() > 0) mutate_attribute(*node.mutable_attribute(below(random, node.attribute_size())), random);
  }
}

void mutate(onnx::ModelProto& model, Random& random) {
  auto& nodes = *model.mutable_graph()->mutable_node();
  switch (below(random, 6)) {
    case 0:
      return mutate_list(nodes, random);
    case 1:
      return mutate_list(*model.mutable_metadata_props(), random);
    case 2:
      if (model.metadata_props_size() > 0) {
        mutate_string(*model.mutable_metadata_props(below(random, model.metadata_props_size()))->mutable_value(), random);
      }
      return;
    default:
      if (!nodes.empty()) mutate_node(nodes[below(random, nodes.size())], random);
  }
}

// A right digest lets the change get past it.
std::string with_digest(onnx::ModelProto& model) {
  constexpr const char* kKey = "tracegate.digest";
  auto& entries = *model.mutable_metadata_props();
  for (int i = entries.size() - 1; i >= 0; --i) {
    if (entries[i].key() == kKey) entries.DeleteSubrange(i, 1);
  }
  const std::string without = model.SerializeAsString();
  auto& entry = *entries.Add();
  entry.set_key(kKey);
  entry.set_value(tracegate::ir::content_digest(tracegate::ir::MemorySource(without), kKey));
  return model.SerializeAsString();
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  Random random(seed + 1);
  onnx::ModelProto model;
  if (below(random, 2) == 0 || !model.ParseFromArray(data, static_cast<int>(size))) return LLVMFuzzerMutate(data, size, max_size);
  mutate(model, random);
  const std::string bytes = below(random, 2) == 0 ? model.SerializeAsString() : with_digest(model);
  if (bytes.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::copy(bytes.begin(), bytes.end(), data);
  return bytes.size();
}
