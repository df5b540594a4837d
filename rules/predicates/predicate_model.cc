// Predicates on adapters, parameters, the run and the process.
#include <algorithm>

#include <fmt/format.h>

#include "rules/language/rule.pb.h"
#include "rules/places/adapter.h"
#include "rules/places/describe.h"
#include "rules/predicates/predicate.h"

namespace tracegate::rules {
namespace {

Outcome judge_tensors(const Context& context, const Subject& subject, const schema::AdapterTensors& predicate) {
  const ir::Vertex vertex = subject.at.vertex();
  if (vertex == ir::kNoVertex) return Outcome::missed_absent();
  const ir::Slot* slot = subject.slot == kConstructor ? nullptr : &context.run.slots[static_cast<std::size_t>(subject.slot)];
  return judge_adapter(context.graph, adapter_state(context.graph, context.profile, vertex, slot), predicate);
}

Outcome judge_first_parameter(const Context& context, const Subject& subject, const schema::FirstParameter& predicate) {
  if (!context.graph.collected().parameters) return Outcome::undetermined(Reason::kNotExported, "parameters were not exported");
  const ir::Vertex root = subject.at.vertex();
  if (root == ir::kNoVertex) return Outcome::missed_absent();
  const ir::Parameter* parameter = first_parameter(context.graph, root).second;
  if (parameter == nullptr) return Outcome::missed_absent("no parameter");
  const ir::Value* first = &parameter->value;
  if (first->kind != ir::ValueKind::kTensor) return Outcome::undetermined(Reason::kUnreadable, describe(context.graph, *first));
  const auto type = ir::tensor_type(ir::payload(context.graph.text(*first)));
  if (type && type->dtype == predicate.dtype()) return Outcome::matched();
  return Outcome::missed(Reason::kValueMismatch, describe(context.graph, *first));
}

Outcome judge_run(const Context& context, const schema::RunEquals& predicate) {
  const auto given = context.run.facts.find(predicate.fact());
  if (given == context.run.facts.end()) {
    return Outcome::undetermined(Reason::kNotExported, fmt::format("the run's {} was not given", predicate.fact()));
  }
  const auto number = ir::number_of(given->second);
  if (number && number == ir::parse_number(predicate.number())) return Outcome::matched();
  return Outcome::missed(Reason::kValueMismatch, fmt::format("{} is {}", predicate.fact(), describe_text(given->second)));
}

Outcome judge_chunks(const Context& context, const schema::ChunkCount& predicate) {
  const std::size_t count = context.graph.chunks().size();
  if (count == predicate.count()) return Outcome::matched();
  return Outcome::missed(Reason::kCountMismatch, fmt::format("{} model chunks", count));
}

Outcome judge_globals(const Context& context, const schema::GlobalIs& predicate) {
  Outcome out = Outcome::matched();
  for (const std::string& name : predicate.name()) {
    const ir::StringId key = context.graph.find(name);
    const auto found = context.graph.globals().find(key);
    if (key == ir::kNoString || found == context.graph.globals().end()) {
      if (out.verdict == Verdict::kMatched) out = Outcome::undetermined(Reason::kNotExported, fmt::format("`{}` was not exported", name));
      continue;
    }
    const std::string_view text = context.graph.text(found->second);
    // What was never imported, or has no such name, holds nothing.
    if (text.starts_with("absent:")) continue;
    if (std::find(predicate.is().begin(), predicate.is().end(), text) != predicate.is().end()) continue;
    std::string now = fmt::format("`{}` is {}", name, describe(context.graph, found->second));
    if (out.verdict == Verdict::kMissed) now = fmt::format("{}; {}", out.found, now);
    out = Outcome::missed(Reason::kValueMismatch, std::move(now));
  }
  return out;
}

}  // namespace

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

Outcome judge_model(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  switch (predicate.kind_case()) {
    case schema::Predicate::kAdapterTensors:
      return judge_tensors(context, subject, predicate.adapter_tensors());
    case schema::Predicate::kFirstParameter:
      return judge_first_parameter(context, subject, predicate.first_parameter());
    case schema::Predicate::kRunEquals:
      return judge_run(context, predicate.run_equals());
    case schema::Predicate::kChunkCount:
      return judge_chunks(context, predicate.chunk_count());
    default:
      return judge_globals(context, predicate.global_is());
  }
}

}  // namespace tracegate::rules
