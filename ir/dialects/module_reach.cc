#include "ir/dialects/module_reach.h"

#include <utility>

namespace tracegate::ir {
namespace {

// Each record is looked at once, whatever number of objects share it.
class Reach {
 public:
  explicit Reach(const ModuleGraph::Parts& parts)
      : parts_(parts),
        objects_(parts.objects.size()),
        blocks_(parts.blocks.size()),
        sequences_(parts.sequences.size()),
        tables_(parts.tables.size()) {}

  std::vector<bool> walk() {
    for (const Value& chunk : parts_.chunks) value(chunk);
    follow();
    if (elements_left_out_) {
      for (Vertex vertex = 0; vertex < objects_.size(); ++vertex) {
        if (parts_.strings.text(parts_.objects[vertex].path).ends_with(']')) object(vertex);
      }
      follow();
    }
    return std::move(objects_);
  }

 private:
  // True where it was not marked before.
  static bool mark(std::vector<bool>& marks, std::size_t at) {
    const bool marked = marks[at];
    marks[at] = true;
    return !marked;
  }

  void object(Vertex vertex) {
    if (mark(objects_, vertex)) pending_.push_back(vertex);
  }

  void value(const Value& value) {
    if (value.kind == ValueKind::kObject) {
      object(value.record);
    } else if (value.kind == ValueKind::kSequence && mark(sequences_, value.record)) {
      const auto& elements = parts_.sequences[value.record].elements;
      elements_left_out_ = elements_left_out_ || !elements;
      if (elements) later_.push_back(&*elements);
    } else if (value.kind == ValueKind::kTable && mark(tables_, value.record)) {
      later_.push_back(&parts_.tables[value.record].rows);
    }
  }

  // Nothing recurses: a file could nest without end.
  void follow() {
    while (!pending_.empty() || !later_.empty()) {
      if (!later_.empty()) {
        const std::vector<Value>& values = *later_.back();
        later_.pop_back();
        for (const Value& element : values) value(element);
        continue;
      }
      const Vertex vertex = pending_.back();
      pending_.pop_back();
      for (const Child& child : parts_.children[vertex]) object(child.vertex);
      const auto& number = parts_.objects[vertex].block;
      if (!number || !mark(blocks_, *number)) continue;
      const FactBlock& block = parts_.blocks[*number];
      for (const auto& [key, fact] : block.facts) value(fact);
      for (const Parameter& parameter : block.parameters) value(parameter.value);
    }
  }

  const ModuleGraph::Parts& parts_;
  std::vector<bool> objects_, blocks_, sequences_, tables_;
  std::vector<Vertex> pending_;
  std::vector<const std::vector<Value>*> later_;
  bool elements_left_out_ = false;
};

}  // namespace

std::vector<bool> reached_objects(const ModuleGraph::Parts& parts) { return Reach(parts).walk(); }

}  // namespace tracegate::ir
