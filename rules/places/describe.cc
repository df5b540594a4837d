#include "rules/places/describe.h"

#include <fmt/format.h>

#include "ir/text/escape.h"

namespace tracegate::rules {
std::string enumerate(const std::vector<std::string>& items, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? fmt::format(" {} ", last) : ", ";
    text += items[i];
  }
  return text;
}

std::string describe_text(std::string_view text) {
  const auto colon = text.find(':');
  const std::string_view tag = text.substr(0, colon);
  const std::string rest = ir::shorten(ir::payload(text));
  if (tag == "none") return "None";
  if (tag == "str") return fmt::format("str \"{}\"", rest);
  if (tag == "cut") return fmt::format("a str of {} characters", rest.substr(0, rest.find(':')));
  if (tag == "num" || tag == "substr") {
    const auto equals = rest.rfind('=');
    return fmt::format("{} of class {}", rest.substr(equals + 1), rest.substr(0, equals));
  }
  if (tag == "other" || tag == "opaque") return fmt::format("an object of class {}", rest);
  if (tag == "unreadable") return fmt::format("unreadable: reading it raised {}", rest);
  return fmt::format("{} {}", tag, rest);
}

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
      return describe_text(graph.text(value));
  }
}

}  // namespace tracegate::rules
