#include "ir/dialects/dialect_probe.h"

namespace tracegate::ir {
namespace {

class NodeLooks final : public OnnxListener {
 public:
  void node(const OnnxNode& node) override {
    ++looks.count;
    looks.scoped = looks.scoped || node.scoped;
    looks.named = looks.named || node.name.starts_with("/");
  }

  DialectProbe::Nodes looks;
};

}  // namespace

const DialectProbe::Nodes& DialectProbe::nodes() const {
  if (!nodes_) {
    NodeLooks listener;
    walk_onnx_nodes(source_, listener);
    nodes_ = listener.looks;
  }
  return *nodes_;
}

std::string DialectProbe::kind(const OnnxHeader& header) const {
  const Nodes& found = nodes();
  if (found.count == 0) return "has no nodes";
  if (found.scoped) return "was written by torch.onnx.export with dynamo=True (dialect `scoped`)";
  if (header.functions > 0) return "holds modules as functions (dialect `function`)";
  if (found.named) return "holds operators that are named by module path (dialect `named`)";
  return "holds operators only (dialect `bare`)";
}

}  // namespace tracegate::ir
