#include "tests/support/grown_model.h"

#include <map>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include "tests/support/model_text.h"

namespace tracegate::test {
namespace {

class Grower {
 public:
  explicit Grower(std::string_view bytes) {
    if (!model_.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) throw std::invalid_argument("grown model: no ONNX model");
    for (const onnx::NodeProto& node : model_.graph().node()) objects_ += node.domain() == "tracegate" ? 0 : 1;
  }

  std::size_t objects() const { return objects_; }
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

  static void set_children(onnx::NodeProto& node, const std::vector<std::string>& entries) {
    onnx::AttributeProto& attribute = *node.add_attribute();
    attribute.set_name("children");
    attribute.set_type(onnx::AttributeProto::STRINGS);
    for (const std::string& entry : entries) attribute.add_strings(entry);
  }

  // Another entry in the child table of the module at `path`, which is written out then.
  void add_child(std::string_view path, const std::string& entry) {
    const std::string number = at(path).output(0);
    std::vector<std::string> entries;
    for (const onnx::NodeProto& node : model_.graph().node()) {
      const bool child = node.domain() != "tracegate" && node.input_size() > 0 && node.input(0) == number;
      if (child) entries.push_back(fmt::format("{}={}", node.name().substr(node.name().rfind('.') + 1), node.output(0)));
    }
    entries.push_back(entry);
    for (onnx::NodeProto& node : *graph().mutable_node()) {
      if (node.domain() != "tracegate" && node.output(0) == number) set_children(node, entries);
    }
  }

  // The next object, of `like`'s class and facts. Returns its number. `parent`: empty where it has none of its own.
  std::string add(onnx::NodeProto like, std::string name, std::string parent) {
    const std::string number = fmt::format("{}", objects_++);
    like.set_name(std::move(name));
    if (!parent.empty()) like.set_input(0, std::move(parent));
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
  std::string below;
  for (std::size_t i = 0; i < depth; ++i) {
    onnx::NodeProto link = plain;
    if (!below.empty()) Grower::set_children(link, {fmt::format("a={}", below)});
    below = grower.add(std::move(link), fmt::format("chain{}", grower.objects()), {});
  }
  grower.add_child(path, fmt::format("a={}", below));
  return with_digest(grower.bytes());
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
  return with_digest(grower.bytes());
}

}  // namespace tracegate::test
