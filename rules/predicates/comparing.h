// How values of attributes compare, for the kinds of predicates that look at them.
#pragma once

#include <string>
#include <string_view>

#include "rules/predicates/predicate.h"

namespace tracegate::rules {

// "`width` is int 5"
std::string attribute_found(const Context& context, std::string_view attribute, const ir::Value& value);

// What == and bool() answer by running code of the class, or by reading a tensor.
bool compares_in_its_own_way(const Context& context, const ir::Value& value);
Outcome cannot_compare(const Context& context, std::string_view attribute, const ir::Value& value);

// Python's bool() is False; of values that do not compare in their own way.
bool is_falsy(const Context& context, const ir::Value& value);

}  // namespace tracegate::rules
