// `only_children`: no child but these.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/text/words.h"
#include "rules/places/describe.h"
#include "rules/predicates/predicate_kind.h"
#include "rules/predicates/wording.h"

namespace tracegate::rules::predicates {
namespace only_children {

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  const ir::Vertex vertex = subject.at.vertex();
  if (vertex == ir::kNoVertex) return Outcome::matched_absent();
  const auto& known = predicate.only_children().name();
  std::vector<std::string> found;
  for (const ir::Child& child : context.graph.children(vertex)) {
    const std::string_view name = context.graph.text(child.name);
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    found.push_back(fmt::format("`{}` is {}", name, describe(context.graph, {ir::ValueKind::kObject, ir::kNoString, child.vertex})));
  }
  return found.empty() ? Outcome::matched() : Outcome::missed(Reason::kUnknownChild, fmt::format("{}", fmt::join(found, "; ")));
}

std::string required(const schema::Predicate& predicate) {
  return fmt::format("no child but {}", ir::enumerate(quoted(predicate.only_children().name())));
}

}  // namespace only_children

const PredicateKind kOnlyChildren{schema::Predicate::kOnlyChildrenFieldNumber, only_children::judge, reads_no_fact,
                                  only_children::required};

}  // namespace tracegate::rules::predicates
