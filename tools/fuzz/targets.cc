#include "tools/fuzz/targets.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "ir/dialects/reader.h"
#include "ir/onnx/onnx_stream.h"
#include "ir/onnx/source.h"
#include "ir/text/error.h"
#include "ir/text/escape.h"
#include "rules/language/profile.h"

namespace tracegate::fuzz {
namespace {

void must(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

// What a message may hold of the input: no control characters, no damaged UTF-8. Backslashes are free.
bool printable(std::string_view message) {
  std::string text;
  for (const char c : message) {
    if (c != '\\') text += c;
  }
  return ir::is_escaped_text(text);
}

// Reads every byte that it is handed, so that a sanitizer sees a view of what is gone.
class Reading final : public ir::OnnxListener {
 public:
  void node(const ir::OnnxNode& node) override {
    ++nodes_;
    touch(node.name);
    touch(node.op_type);
    touch(node.domain);
    for (const auto text : node.inputs) touch(text);
    for (const auto text : node.outputs) touch(text);
    for (const ir::OnnxAttribute& attribute : node.attributes) {
      touch(attribute.name);
      touch(attribute.string);
      for (const auto text : attribute.strings) touch(text);
      for (const auto integer : attribute.integers) sum_ = sum_ + static_cast<std::uint64_t>(integer);
    }
  }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  void touch(std::string_view text) {
    bytes_ += text.size();
    for (const char c : text) sum_ = sum_ + static_cast<unsigned char>(c);
  }

  std::uint64_t nodes_ = 0;
  std::uint64_t bytes_ = 0;
  volatile std::uint64_t sum_ = 0;
};

void check_value(const ir::ModuleGraph& graph, const ir::Value& value) {
  switch (value.kind) {
    case ir::ValueKind::kObject:
      must(value.record < graph.size(), "a reference is to an object of the file");
      break;
    case ir::ValueKind::kSequence:
      graph.sequence(value.record);
      break;
    case ir::ValueKind::kTable:
      must(value.record < graph.tables(), "a reference is to a table of the file");
      break;
    case ir::ValueKind::kCallable:
      must(!graph.text(graph.callable(value.record).full_name).empty(), "a callable has a name");
      break;
    default:
      break;
  }
  ir::number_of(value.kind, graph.text(value));
  if (const auto type = ir::tensor_type(ir::payload(graph.text(value)))) {
    for (std::size_t i = 0; i < type->rank; ++i) type->dimension(i);
  }
  graph.length(value);
}

void check_fact(const ir::ModuleGraph& graph, const ir::Fact& fact) {
  if (fact.state == ir::Fact::State::kPresent) check_value(graph, fact.value);
}

void check_graph(const ir::ModuleGraph& graph) {
  for (ir::Vertex vertex = 0; vertex < graph.size(); ++vertex) {
    must(ir::is_escaped_text(graph.text(graph.object(vertex).path)), "a path is escaped text");
    for (const std::uint32_t base : graph.class_of(vertex).bases) graph.class_record(base);
    for (const ir::Child& child : graph.children(vertex)) {
      must(child.vertex < graph.size(), "a child is an object of the file");
      must(graph.read(vertex, graph.text(child.name)).state != ir::Fact::State::kAbsent, "a child is no absent read");
    }
    const ir::FactBlock& block = graph.block(vertex);
    for (const auto& [key, value] : block.facts) {
      check_value(graph, value);
      check_fact(graph, graph.read(vertex, graph.text(key)));
    }
    for (const auto& [key, value] : block.callables) check_value(graph, value);
    for (const ir::Parameter& parameter : block.parameters) check_value(graph, parameter.value);
    for (const ir::StringId name : graph.collected().instance) check_fact(graph, graph.instance(vertex, graph.text(name)));
    for (const ir::StringId name : graph.collected().hooks) check_fact(graph, graph.hooks(vertex, graph.text(name)));
    for (const ir::StringId name : graph.collected().reads) check_fact(graph, graph.read(vertex, graph.text(name)));
  }
  for (const ir::Value& chunk : graph.chunks()) check_value(graph, chunk);
  for (const auto& [key, value] : graph.globals()) check_value(graph, value);
  if (graph.size() == 0) return;
  std::size_t visits = 0;
  graph.containment().preorder(0, [&](ir::Vertex, ir::Vertex, ir::StringId) { ++visits; });
  must(visits >= 1 && visits <= graph.size(), "a walk sees each object once at most");
}

}  // namespace

void onnx_stream(std::string_view bytes) {
  const ir::MemorySource source(bytes);
  try {
    std::uint64_t kept = 0;
    for (const auto& entry : ir::read_onnx_header(source).metadata) kept += entry.key.size() + entry.value.size();
    must(kept <= bytes.size(), "the header holds no more than the file");
  } catch (const ir::ReadError& error) {
    must(printable(error.what()), "a message is one printable line");
  }
  Reading listener;
  try {
    ir::walk_onnx_nodes(source, listener);
  } catch (const ir::ReadError& error) {
    must(printable(error.what()), "a message is one printable line");
  }
  must(listener.bytes() <= bytes.size() && listener.nodes() <= bytes.size(), "the nodes hold no more than the file");
}

void module_dialect(std::string_view bytes) {
  try {
    check_graph(ir::read_model(ir::MemorySource(bytes)));
  } catch (const ir::ReadError& error) {
    must(printable(error.what()), "a message is one printable line");
  }
}

void profile(std::string_view text) {
  try {
    const rules::Profile profile = rules::Profile::parse(text, "corpus.textproto");
    must(profile.order().size() == profile.conditions(), "every condition has its place in the order");
    must(printable(profile.id()) && printable(profile.title()), "what a report prints of a profile is printable");
  } catch (const UsageError& error) {
    std::string_view rest = error.what();
    while (!rest.empty()) {
      const auto end = rest.find('\n');
      must(printable(rest.substr(0, end)), "every line of a message is printable");
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
  }
}

}  // namespace tracegate::fuzz
