#include "tests/support/grown_model.h"

#include <map>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <onnx/onnx_pb.h>

namespace tracegate::test {
namespace {

class Grower {
 public:
  explicit Grower(std::string_view bytes) {
    if (!model_.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) throw std::invalid_argument("grown model: no ONNX model");
    for (const onnx::NodeProto& node : model_.graph().node()) objects_ += node.domain() == "tracegate" ? 0 : 1;
  }

  onnx::GraphProto& graph() { return *model_.mutable_graph(); }
  std::string bytes() const { return model_.SerializeAsString(); }

  onnx::NodeProto at(std::string_view path) const {
    for (const onnx::NodeProto& node : model_.graph().node()) {
      if (node.domain() != "tracegate" && node.name() == path) return node;
    }
    throw std::invalid_argument(fmt::format("grown model: nothing is at {}", path));
  }

  // Those at a path and below it, parents before children.
  std::vector<onnx::NodeProto> below(std::string_view path) const {
    std::vector<onnx::NodeProto> nodes;
    for (const onnx::NodeProto& node : model_.graph().node()) {
      const bool inside = node.name() == path || node.name().starts_with(fmt::format("{}.", path));
      if (node.domain() != "tracegate" && node.input_size() > 0 && inside) nodes.push_back(node);
    }
    return nodes;
  }

  // The next object, of `like`'s class and facts. Returns its number.
  std::string add(onnx::NodeProto like, std::string name, std::string parent) {
    const std::string number = fmt::format("{}", objects_++);
    like.set_name(std::move(name));
    like.set_input(0, std::move(parent));
    like.set_output(0, number);
    *graph().add_node() = std::move(like);
    return number;
  }

  // The number of a class that every module is derived from.
  int plain_class() const {
    for (const onnx::NodeProto& node : model_.graph().node()) {
      if (node.op_type() == "Class" && node.name() == "Module") return std::stoi(node.output(0).substr(1));
    }
    throw std::invalid_argument("grown model: no class Module");
  }

 private:
  onnx::ModelProto model_;
  std::size_t objects_ = 0;
};

}  // namespace

std::string with_chain(std::string_view bytes, std::string_view path, std::size_t depth, int block) {
  Grower grower(bytes);
  onnx::NodeProto plain;
  plain.add_input();
  plain.add_output();
  plain.set_op_type("Module");
  plain.set_domain("torch.nn.modules.module");
  const auto add = [&](const char* name, int value) {
    onnx::AttributeProto& attribute = *plain.add_attribute();
    attribute.set_name(name);
    attribute.set_type(onnx::AttributeProto::INT);
    attribute.set_i(value);
  };
  add("c", grower.plain_class());
  if (block >= 0) add("b", block);
  std::string parent = grower.at(path).output(0);
  for (std::size_t i = 0; i < depth; ++i) parent = grower.add(plain, "a", parent);
  return grower.bytes();
}

std::string with_layers(std::string_view bytes, std::string_view path, std::size_t count) {
  Grower grower(bytes);
  const std::string list = grower.at(path).output(0);
  const std::vector<onnx::NodeProto> kinds[] = {grower.below(fmt::format("{}.0", path)), grower.below(fmt::format("{}.1", path))};
  for (std::size_t i = 2; i < count; ++i) {
    const std::string from = fmt::format("{}.{}", path, i % 2), to = fmt::format("{}.{}", path, i);
    std::map<std::string, std::string> number = {{kinds[i % 2].front().input(0), list}};
    for (const onnx::NodeProto& node : kinds[i % 2]) {
      number[node.output(0)] = grower.add(node, to + node.name().substr(from.size()), number.at(node.input(0)));
    }
  }
  return grower.bytes();
}

}  // namespace tracegate::test
