// `first_parameter`: the dtype of the first parameter in the order of the modules, as torch gives it.
#include <fmt/format.h>

#include "rules/places/describe.h"
#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules::predicates {
namespace first_parameter {

// And the module that has it; None entries do not count.
std::pair<ir::Vertex, const ir::Parameter*> first_parameter(const ir::ModuleGraph& graph, ir::Vertex root) {
  std::pair<ir::Vertex, const ir::Parameter*> first{ir::kNoVertex, nullptr};
  graph.containment().preorder(root, [&](ir::Vertex vertex, ir::Vertex, ir::StringId) {
    if (first.second != nullptr) return;
    for (const ir::Parameter& parameter : graph.block(vertex).parameters) {
      if (parameter.value.kind == ir::ValueKind::kNone) continue;
      first = {vertex, &parameter};
      return;
    }
  });
  return first;
}

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  if (!context.graph.collected().parameters) return Outcome::undetermined(Reason::kNotExported, "parameters were not exported");
  const ir::Vertex root = subject.at.vertex();
  if (root == ir::kNoVertex) return Outcome::missed_absent();
  const ir::Parameter* parameter = first_parameter(context.graph, root).second;
  if (parameter == nullptr) return Outcome::missed_absent("no parameter");
  const ir::Value& first = parameter->value;
  if (first.kind != ir::ValueKind::kTensor) return Outcome::undetermined(Reason::kUnreadable, describe(context.graph, first));
  const auto type = ir::tensor_type(ir::payload(context.graph.text(first)));
  if (type && type->dtype == predicate.first_parameter().dtype()) return Outcome::matched();
  return Outcome::missed(Reason::kValueMismatch, describe(context.graph, first));
}

void reads(const Profile&, const schema::Predicate&, FactNeeds& needs) { needs.parameters = true; }

std::string required(const schema::Predicate& predicate) {
  return fmt::format("a first parameter of dtype {}", predicate.first_parameter().dtype());
}

std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate& predicate) {
  if (site.vertex() == ir::kNoVertex) return {};
  const auto [holder, parameter] = first_parameter(site.graph(), site.vertex());
  if (parameter == nullptr || parameter->value.kind != ir::ValueKind::kTensor) return {};
  const auto type = ir::tensor_type(ir::payload(site.graph().text(parameter->value)));
  if (!type) return {};
  return {{{ir::Edit::Kind::kSetValue, holder, std::string(site.graph().text(parameter->name)),
            fmt::format("tensor:{}[{}]", predicate.first_parameter().dtype(), type->dimensions)}}};
}

}  // namespace first_parameter

const PredicateKind kFirstParameter{schema::Predicate::kFirstParameterFieldNumber, first_parameter::judge, first_parameter::reads,
                                    first_parameter::required, first_parameter::repairs};

}  // namespace tracegate::rules::predicates
