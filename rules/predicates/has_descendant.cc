// `has_descendant`: at least one module below is of this class or of one derived from it.
#include <fmt/format.h>

#include "rules/places/classes.h"
#include "rules/places/describe.h"
#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules::predicates {
namespace has_descendant {

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  if (subject.at.state == Located::State::kAbsent) return Outcome::missed_absent();
  const std::string& wanted = predicate.has_descendant().instance_of();
  const ir::Vertex root = subject.at.vertex();
  bool found = false;
  if (root != ir::kNoVertex) {
    context.graph.containment().preorder(root, [&](ir::Vertex vertex, ir::Vertex, ir::StringId) {
      found = found || (vertex != root && is_instance(context.graph, context.profile, context.graph.class_of(vertex), wanted));
    });
  }
  if (found) return Outcome::matched();
  return Outcome::missed(Reason::kCountMismatch, fmt::format("none below {}", describe(context.graph, subject.at.value)));
}

std::string required(const schema::Predicate& predicate) {
  return fmt::format("a module below it derived from {}", predicate.has_descendant().instance_of());
}

}  // namespace has_descendant

const PredicateKind kHasDescendant{schema::Predicate::kHasDescendantFieldNumber, has_descendant::judge, reads_no_fact,
                                   has_descendant::required};

}  // namespace tracegate::rules::predicates
