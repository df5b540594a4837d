#include "rules/places/describe.h"

#include <fmt/format.h>

#include "ir/text/words.h"

namespace tracegate::rules {

std::string describe(const ir::ModuleGraph& graph, const ir::Value& value) {
  switch (value.kind) {
    case ir::ValueKind::kCallable: {
      const ir::CallableRecord& callable = graph.callable(value.record);
      const std::string_view name = graph.text(callable.full_name);
      const std::string_view kind = graph.text(callable.kind);
      const bool named_itself = kind == "function" || kind == "method" || kind == "builtin" || kind == "class";
      std::string text = named_itself ? fmt::format("{} {}", kind, name) : fmt::format("{} of class {}", kind, name);
      if (named_itself && !callable.own) text += ", which is not what that name refers to";
      if (callable.bound == ir::Bound::kOther) text += ", bound to another object";
      return text;
    }
    case ir::ValueKind::kObject: {
      const ir::ClassRecord& record = graph.class_of(value.record);
      return fmt::format("{} of class {}", record.is_module ? "a module" : "an object", graph.text(record.full_name));
    }
    case ir::ValueKind::kSequence: {
      const ir::SequenceRecord& sequence = graph.sequence(value.record);
      if (!sequence.length) return fmt::format("a {} of unknown length", graph.text(sequence.kind));
      return fmt::format("a {} of {}", graph.text(sequence.kind), *sequence.length);
    }
    case ir::ValueKind::kTable:
      return "a mapping";
    default:
      return ir::typed_in_words(graph.text(value));
  }
}

}  // namespace tracegate::rules
