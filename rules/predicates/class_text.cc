// `class_text`: the class by the text of its name and of its Python module.
#include <algorithm>

#include <fmt/format.h>

#include "ir/text/words.h"
#include "rules/places/classes.h"
#include "rules/places/describe.h"
#include "rules/predicates/predicate_kind.h"
#include "rules/predicates/wording.h"

namespace tracegate::rules::predicates {
namespace class_text {

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  const schema::ClassText& text = predicate.class_text();
  if (subject.at.state == Located::State::kAbsent) return Outcome::missed_absent();
  const ir::Vertex vertex = subject.at.vertex();
  if (vertex == ir::kNoVertex) return Outcome::missed(Reason::kValueMismatch, describe(context.graph, subject.at.value));
  const ir::ClassRecord& record = context.graph.class_of(vertex);
  for (const std::string& name : text.or_exactly()) {
    if (is_exactly(context.graph, context.profile, record, name)) return Outcome::matched();
  }
  const std::string_view module = context.graph.text(record.module);
  const bool from_there = std::any_of(text.module_prefix().begin(), text.module_prefix().end(),
                                      [&](const std::string& prefix) { return module.starts_with(prefix); });
  const bool named = context.graph.text(record.name).find(text.name_contains()) != std::string_view::npos;
  if (from_there && named) return Outcome::matched();
  return Outcome::missed(Reason::kValueMismatch, class_found(context.graph, record));
}

std::string required(const schema::Predicate& predicate) {
  const schema::ClassText& text = predicate.class_text();
  std::string out = fmt::format("a class named *{}* from {}", text.name_contains(), ir::enumerate(plain(text.module_prefix()), "or"));
  if (text.or_exactly_size() > 0) out += fmt::format(", or exactly {}", ir::enumerate(plain(text.or_exactly()), "or"));
  return out;
}

std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate&) { return site.graft(); }

}  // namespace class_text

const PredicateKind kClassText{schema::Predicate::kClassTextFieldNumber, class_text::judge, reads_no_fact, class_text::required,
                               class_text::repairs};

}  // namespace tracegate::rules::predicates
