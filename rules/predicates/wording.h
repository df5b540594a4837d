// Words and small questions that several kinds of predicates share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "ir/text/words.h"
#include "rules/predicates/predicate.h"

namespace tracegate::rules {

// A note on requirements that speak of a module's own entries.
inline constexpr std::string_view kOwnIsInstance = "its own is what stands in the instance dictionary";

template <typename List>
std::vector<std::string> quoted(const List& list) {
  std::vector<std::string> out;
  for (const auto& item : list) out.push_back(fmt::format("`{}`", item));
  return out;
}

template <typename List>
std::vector<std::string> plain(const List& list) {
  return {list.begin(), list.end()};
}

// "exactly a", or "exactly one of a, b or c".
inline std::string one_of(const std::vector<std::string>& items, std::string_view single, std::string_view several) {
  return fmt::format("{}{}", items.size() == 1 ? single : several, ir::enumerate(items, "or"));
}

// "pkg.Config", and whether it is what that name refers to.
inline std::string class_found(const ir::ModuleGraph& graph, const ir::ClassRecord& record) {
  std::string text(graph.text(record.full_name));
  if (!record.own) text += ", which is not the class that this name refers to";
  return text;
}

// What is no module has no tables and no instance forward that could run.
inline bool is_module(const Context& context, const Subject& subject) {
  const ir::Vertex vertex = subject.at.vertex();
  return vertex != ir::kNoVertex && context.graph.class_of(vertex).is_module;
}

inline bool is_there(const ir::Fact& fact) { return fact.state == ir::Fact::State::kPresent || fact.state == ir::Fact::State::kUnreadable; }

// Makes the outcome a miss, and tells this one behind those that it tells already.
inline void add_miss(Outcome& outcome, Reason reason, std::string found) {
  if (outcome.verdict == Verdict::kMissed) found = fmt::format("{}; {}", outcome.found, found);
  outcome = Outcome::missed(reason, std::move(found));
}

}  // namespace tracegate::rules
