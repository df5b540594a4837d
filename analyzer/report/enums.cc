#include "analyzer/report/enums.h"

#include <array>

namespace tracegate::analyzer {

schema::Verdict::Value to_schema(rules::Verdict verdict) {
  using schema::Verdict;
  constexpr std::array kAll = {Verdict::matched, Verdict::missed, Verdict::undetermined, Verdict::blocked, Verdict::not_applicable};
  return kAll[static_cast<std::size_t>(verdict)];
}

schema::Reason::Value to_schema(rules::Reason reason) {
  using schema::Reason;
  constexpr std::array kAll = {Reason::matched,       Reason::not_exported,   Reason::value_mismatch, Reason::out_of_range,
                               Reason::type_subclass, Reason::count_mismatch, Reason::foreign_hook,   Reason::blocked_by,
                               Reason::unreadable,    Reason::absent,         Reason::unknown_child,  Reason::budget_exceeded};
  return kAll[static_cast<std::size_t>(reason)];
}

schema::Policy::Value to_schema(price::Policy policy) {
  using schema::Policy;
  constexpr std::array kAll = {Policy::main, Policy::today, Policy::traced, Policy::later};
  return kAll[static_cast<std::size_t>(policy)];
}

}  // namespace tracegate::analyzer
