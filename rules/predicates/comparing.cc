#include "rules/predicates/comparing.h"

#include <fmt/format.h>

#include "ir/graph/string_value.h"
#include "rules/places/describe.h"

namespace tracegate::rules {

using ir::ValueKind;

std::string attribute_found(const Context& context, std::string_view attribute, const ir::Value& value) {
  return fmt::format("`{}` is {}", attribute, describe(context.graph, value));
}

bool compares_in_its_own_way(const Context& context, const ir::Value& value) {
  if (value.kind == ValueKind::kOpaque) return true;
  return value.kind == ValueKind::kTensor && !ir::number_of(value.kind, context.graph.text(value));
}

Outcome cannot_compare(const Context& context, std::string_view attribute, const ir::Value& value) {
  return Outcome::undetermined(Reason::kUnreadable, attribute_found(context, attribute, value) + ", which compares in a way of its own");
}

bool is_falsy(const Context& context, const ir::Value& value) {
  const std::string_view text = context.graph.text(value);
  switch (value.kind) {
    case ValueKind::kNone:
      return true;
    case ValueKind::kString:
    case ValueKind::kStringSubclass:
      return ir::string_of(value.kind, text)->empty();
    case ValueKind::kSequence:
    case ValueKind::kObject:
      return context.graph.length(value) == 0;
    default: {
      const auto number = ir::number_of(value.kind, text);
      return number && number->is_integer && !number->big && number->integer == 0;
    }
  }
}

}  // namespace tracegate::rules
