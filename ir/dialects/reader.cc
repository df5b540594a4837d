#include "ir/dialects/reader.h"

#include <fmt/format.h>

#include "ir/dialects/module.h"
#include "ir/onnx/onnx_stream.h"
#include "ir/text/error.h"
#include "ir/text/escape.h"

namespace tracegate::ir {
namespace {

// Tells by their contents the files of other exporters: the producer's name is kept by tools that drop what makes the dialect.
class Foreign final : public OnnxListener {
 public:
  void node(const OnnxNode& node) override {
    ++nodes_;
    scoped_ = scoped_ || node.scoped;
    named_ = named_ || node.name.starts_with("/");
  }

  std::string kind(const OnnxHeader& header) const {
    if (nodes_ == 0) return "has no nodes";
    if (scoped_) return "was written by torch.onnx.export with dynamo=True (dialect `scoped`)";
    if (header.functions > 0) return "holds modules as functions (dialect `function`)";
    if (named_) return "holds operators that are named by module path (dialect `named`)";
    return "holds operators only (dialect `bare`)";
  }

 private:
  std::uint64_t nodes_ = 0;
  bool scoped_ = false;
  bool named_ = false;
};

}  // namespace

ModuleGraph read_model(const Source& source) {
  if (source.size() == 0) throw ReadError("is empty; an ONNX file is needed");
  const OnnxHeader header = read_onnx_header(source);
  if (header.graphs != 1) throw ReadError(fmt::format("holds {} ONNX graphs, expected one: not an ONNX model", header.graphs));
  for (const auto& entry : header.metadata) {
    if (entry.key != "tracegate.dialect") continue;
    if (entry.value == "module/1") {
      ModuleGraph graph = read_module_dialect(source, header);
      source.check_size();
      return graph;
    }
    throw ReadError(
        fmt::format("is of the dialect `{}`, which this tracegate does not read; it reads module/1", shorten(escape_bytes(entry.value))));
  }
  Foreign foreign;
  walk_onnx_nodes(source, foreign);
  throw ReadError(
      fmt::format("{}, which is not read yet; export the live model with tracegate_export (dialect `module/1`)", foreign.kind(header)));
}

}  // namespace tracegate::ir
