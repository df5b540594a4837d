// The bare wire walk of a file: every node handed out, nothing kept. A lower bound for whatever reads it; `tools/bench` runs it.
#include <cstdio>
#include <exception>

#include "ir/onnx/onnx_stream.h"
#include "ir/onnx/source.h"

namespace {

class Counter final : public tracegate::ir::OnnxListener {
 public:
  void node(const tracegate::ir::OnnxNode& node) override { attributes += node.attributes.size(), ++nodes; }

  std::size_t nodes = 0;
  std::size_t attributes = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: wire_walk MODEL\n", stderr);
    return 2;
  }
  try {
    const tracegate::ir::FileSource source(argv[1]);
    tracegate::ir::read_onnx_header(source);
    Counter counter;
    tracegate::ir::walk_onnx_nodes(source, counter);
    std::printf("%zu nodes, %zu attributes\n", counter.nodes, counter.attributes);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "wire_walk: %s\n", error.what());
    return 3;
  }
}
