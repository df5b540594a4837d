// `global_is`: a process global has one of these values.
#include <algorithm>

#include <fmt/format.h>

#include "ir/text/words.h"
#include "rules/places/describe.h"
#include "rules/predicates/predicate_kind.h"
#include "rules/predicates/wording.h"

namespace tracegate::rules::predicates {
namespace global_is {

// What was never imported, or has no such name, holds nothing.
bool fine(const schema::GlobalIs& test, std::string_view text) {
  return text.starts_with("absent:") || std::find(test.is().begin(), test.is().end(), text) != test.is().end();
}

Outcome judge(const Context& context, const Subject&, const schema::Predicate& predicate) {
  Outcome out = Outcome::matched();
  for (const std::string& name : predicate.global_is().name()) {
    const ir::StringId key = context.graph.find(name);
    const auto found = context.graph.globals().find(key);
    if (key == ir::kNoString || found == context.graph.globals().end()) {
      if (out.verdict == Verdict::kMatched) out = Outcome::undetermined(Reason::kNotExported, fmt::format("`{}` was not exported", name));
      continue;
    }
    if (fine(predicate.global_is(), context.graph.text(found->second))) continue;
    add_miss(out, Reason::kValueMismatch, fmt::format("`{}` is {}", name, describe(context.graph, found->second)));
  }
  return out;
}

std::string required(const schema::Predicate& predicate) {
  std::vector<std::string> values;
  for (const std::string& is : predicate.global_is().is()) values.push_back(ir::typed_in_words(is));
  return fmt::format("{}: {}", ir::enumerate(quoted(predicate.global_is().name())), ir::enumerate(values, "or"));
}

std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate& predicate) {
  const schema::GlobalIs& test = predicate.global_is();
  Repair repair;
  for (const std::string& name : test.name()) {
    const auto found = site.graph().globals().find(site.graph().find(name));
    if (found == site.graph().globals().end() || fine(test, site.graph().text(found->second))) continue;
    repair.push_back({ir::Edit::Kind::kSetGlobal, ir::kNoVertex, name, test.is(0)});
  }
  return one_repair(std::move(repair));
}

std::vector<std::string> notes(const Profile&, const schema::Predicate&) { return {"met where the Python module was never imported"}; }

}  // namespace global_is

const PredicateKind kGlobalIs{
    schema::Predicate::kGlobalIsFieldNumber, global_is::judge, reads_no_fact, global_is::required, global_is::repairs, global_is::notes};

}  // namespace tracegate::rules::predicates
