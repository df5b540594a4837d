// Predicates on what stands at a place: presence, class, elements, children.
#include <algorithm>

#include <fmt/format.h>

#include "rules/language/rule.pb.h"
#include "rules/places/describe.h"
#include "rules/predicates/predicate.h"

namespace tracegate::rules {
namespace {

std::string class_found(const Context& context, const ir::ClassRecord& record) {
  std::string text(context.graph.text(record.full_name));
  if (!record.own) text += ", which is not the class that this name refers to";
  return text;
}

Outcome judge_present(const Subject& subject, const schema::Present& predicate) {
  if (subject.at.state == Located::State::kAbsent) {
    return Outcome::missed_absent(subject.at.detail.empty() ? "absent" : subject.at.detail);
  }
  if (predicate.not_none() && subject.at.value.kind == ir::ValueKind::kNone) return Outcome::missed(Reason::kAbsent, "None");
  return Outcome::matched();
}

Outcome judge_exact(const Context& context, const Subject& subject, const schema::ExactClass& predicate) {
  if (subject.at.state == Located::State::kAbsent) return Outcome::missed_absent();
  const ir::Vertex vertex = subject.at.vertex();
  if (vertex == ir::kNoVertex) return Outcome::missed(Reason::kValueMismatch, describe(context.graph, subject.at.value));
  const ir::ClassRecord& record = context.graph.class_of(vertex);
  bool derived = false;
  for (const std::string& wanted : predicate.name()) {
    if (is_class(context.graph, context.profile, record, wanted)) return Outcome::matched();
    derived = derived || derives_from(context.graph, context.profile, record, wanted);
  }
  std::string found = class_found(context, record);
  if (derived) found += ", a subclass";
  for (const schema::KnownClass& known : predicate.known()) {
    if (is_class(context.graph, context.profile, record, known.name())) found += ": " + known.says();
  }
  return Outcome::missed(derived ? Reason::kTypeSubclass : Reason::kValueMismatch, std::move(found));
}

Outcome judge_not_instance(const Context& context, const Subject& subject, const schema::NotInstanceOf& predicate) {
  const ir::Vertex vertex = subject.at.vertex();
  if (vertex == ir::kNoVertex) return Outcome::matched();
  const ir::ClassRecord& record = context.graph.class_of(vertex);
  for (const std::string& name : predicate.name()) {
    if (derives_from(context.graph, context.profile, record, name)) {
      return Outcome::missed(Reason::kValueMismatch, class_found(context, record));
    }
  }
  return Outcome::matched();
}

Outcome judge_text(const Context& context, const Subject& subject, const schema::ClassText& predicate) {
  if (subject.at.state == Located::State::kAbsent) return Outcome::missed_absent();
  const ir::Vertex vertex = subject.at.vertex();
  if (vertex == ir::kNoVertex) return Outcome::missed(Reason::kValueMismatch, describe(context.graph, subject.at.value));
  const ir::ClassRecord& record = context.graph.class_of(vertex);
  for (const std::string& name : predicate.or_exactly()) {
    if (is_class(context.graph, context.profile, record, name)) return Outcome::matched();
  }
  const std::string_view module = context.graph.text(record.module);
  const bool from_there = std::any_of(predicate.module_prefix().begin(), predicate.module_prefix().end(),
                                      [&](const std::string& prefix) { return module.starts_with(prefix); });
  const bool named = context.graph.text(record.name).find(predicate.name_contains()) != std::string_view::npos;
  if (from_there && named) return Outcome::matched();
  return Outcome::missed(Reason::kValueMismatch, class_found(context, record));
}

Outcome judge_is_module(const Context& context, const Subject& subject) {
  if (subject.at.state == Located::State::kAbsent) return Outcome::missed_absent();
  const ir::Vertex vertex = subject.at.vertex();
  if (vertex != ir::kNoVertex && context.graph.class_of(vertex).is_module) return Outcome::matched();
  return Outcome::missed(Reason::kValueMismatch, describe(context.graph, subject.at.value));
}

Outcome judge_origin(const Context& context, const Subject& subject, const schema::ForwardOrigin& predicate) {
  const ir::Vertex vertex = subject.at.vertex();
  const ir::ClassRecord* cls = vertex == ir::kNoVertex ? nullptr : &context.graph.class_of(vertex);
  if (cls == nullptr || (cls->forward_in == ir::kNoString && !cls->is_module)) {
    Outcome outcome = Outcome::matched();
    outcome.absent = true;
    return outcome;
  }
  // Every module has a forward; generated code may not say where it is defined.
  if (cls->forward_in == ir::kNoString) return Outcome::missed(Reason::kValueMismatch, "a forward defined in no module");
  const std::string_view text = context.graph.text(cls->forward_in);
  const bool traced = std::any_of(predicate.module_prefix().begin(), predicate.module_prefix().end(),
                                  [&](const std::string& prefix) { return text.starts_with(prefix); });
  return traced ? Outcome::matched() : Outcome::missed(Reason::kValueMismatch, fmt::format("a forward defined in {}", text));
}

Outcome judge_sequence(const Context& context, const Subject& subject) {
  if (subject.at.state == Located::State::kAbsent) return Outcome::missed_absent();
  const Elements found = elements_of(context.graph, subject.at);
  if (!found.elements.empty()) return Outcome::matched();
  std::string text = describe(context.graph, subject.at.value);
  if (!found.unknown.empty()) {
    return Outcome::undetermined(Reason::kUnreadable, fmt::format("{}, whose elements {}", text, found.unknown));
  }
  if (found.sequence) return Outcome::missed(Reason::kCountMismatch, text + ", with no element");
  return Outcome::missed(Reason::kValueMismatch, std::move(text));
}

Outcome judge_descendant(const Context& context, const Subject& subject, const schema::HasDescendant& predicate) {
  if (subject.at.state == Located::State::kAbsent) return Outcome::missed_absent();
  const ir::Vertex root = subject.at.vertex();
  bool found = false;
  if (root != ir::kNoVertex) {
    context.graph.containment().preorder(root, [&](ir::Vertex vertex, ir::Vertex, ir::StringId) {
      found = found ||
              (vertex != root && derives_from(context.graph, context.profile, context.graph.class_of(vertex), predicate.instance_of()));
    });
  }
  return found ? Outcome::matched()
               : Outcome::missed(Reason::kCountMismatch, fmt::format("none below {}", describe(context.graph, subject.at.value)));
}

Outcome judge_children(const Context& context, const Subject& subject, const schema::OnlyChildren& predicate) {
  const ir::Vertex vertex = subject.at.vertex();
  Outcome out = Outcome::matched();
  out.absent = vertex == ir::kNoVertex;
  if (out.absent) return out;
  std::vector<std::string> found;
  for (const ir::Child& child : context.graph.children(vertex)) {
    const std::string_view name = context.graph.text(child.name);
    if (std::find(predicate.name().begin(), predicate.name().end(), name) != predicate.name().end()) continue;
    found.push_back(fmt::format("`{}` is {}", name, describe(context.graph, {ir::ValueKind::kObject, ir::kNoString, child.vertex})));
  }
  return found.empty() ? out : Outcome::missed(Reason::kUnknownChild, fmt::format("{}", fmt::join(found, "; ")));
}

}  // namespace

Outcome judge_class(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  switch (predicate.kind_case()) {
    case schema::Predicate::kPresent:
      return judge_present(subject, predicate.present());
    case schema::Predicate::kExactClass:
      return judge_exact(context, subject, predicate.exact_class());
    case schema::Predicate::kNotInstanceOf:
      return judge_not_instance(context, subject, predicate.not_instance_of());
    case schema::Predicate::kClassText:
      return judge_text(context, subject, predicate.class_text());
    case schema::Predicate::kForwardOrigin:
      return judge_origin(context, subject, predicate.forward_origin());
    case schema::Predicate::kNonEmptySequence:
      return judge_sequence(context, subject);
    case schema::Predicate::kHasDescendant:
      return judge_descendant(context, subject, predicate.has_descendant());
    case schema::Predicate::kOnlyChildren:
      return judge_children(context, subject, predicate.only_children());
    case schema::Predicate::kForbidden:
      return Outcome::missed(Reason::kUnknownChild, describe(context.graph, subject.at.value));
    default:
      return judge_is_module(context, subject);
  }
}

}  // namespace tracegate::rules
