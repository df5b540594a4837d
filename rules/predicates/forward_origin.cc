// `forward_origin`: the Python module that defines the class's forward.
#include <algorithm>

#include <fmt/format.h>

#include "rules/predicates/predicate_kind.h"
#include "rules/predicates/wording.h"

namespace tracegate::rules::predicates {
namespace forward_origin {

bool is_traced(const schema::ForwardOrigin& origin, std::string_view module) {
  return std::any_of(origin.module_prefix().begin(), origin.module_prefix().end(),
                     [&](const std::string& prefix) { return module.starts_with(prefix); });
}

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  const ir::Vertex vertex = subject.at.vertex();
  const ir::ClassRecord* cls = vertex == ir::kNoVertex ? nullptr : &context.graph.class_of(vertex);
  if (cls == nullptr || (cls->forward_in == ir::kNoString && !cls->is_module)) return Outcome::matched_absent();
  // Every module has a forward; generated code may not say where it is defined.
  if (cls->forward_in == ir::kNoString) return Outcome::missed(Reason::kValueMismatch, "a forward defined in no module");
  const std::string_view module = context.graph.text(cls->forward_in);
  if (is_traced(predicate.forward_origin(), module)) return Outcome::matched();
  return Outcome::missed(Reason::kValueMismatch, fmt::format("a forward defined in {}", module));
}

std::string required(const schema::Predicate& predicate) {
  return one_of(plain(predicate.forward_origin().module_prefix()), "a forward defined in ", "a forward defined in ");
}

// The nearest base whose forward was traced, else a part that matches.
std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate& predicate) {
  const ir::Vertex here = site.vertex();
  if (here == ir::kNoVertex) return {};
  const ir::ModuleGraph& graph = site.graph();
  for (const std::uint32_t base : graph.class_of(here).bases) {
    const ir::ClassRecord& record = graph.class_record(base);
    if (!record.own || !record.is_module || record.forward_in == ir::kNoString) continue;
    if (is_traced(predicate.forward_origin(), graph.text(record.forward_in)) && graph.text(record.name) != "Module") {
      return {{{ir::Edit::Kind::kSetClass, here, {}, std::string(graph.text(record.full_name))}}};
    }
  }
  return site.graft();
}

std::vector<std::string> notes(const Profile&, const schema::Predicate&) {
  return {"compared with the beginning of the Python module's name"};
}

}  // namespace forward_origin

const PredicateKind kForwardOrigin{schema::Predicate::kForwardOriginFieldNumber,
                                   forward_origin::judge,
                                   reads_no_fact,
                                   forward_origin::required,
                                   forward_origin::repairs,
                                   forward_origin::notes};

}  // namespace tracegate::rules::predicates
