// `no_hooks`: nothing in these hook tables of a module.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/text/words.h"
#include "rules/places/describe.h"
#include "rules/predicates/predicate_kind.h"
#include "rules/predicates/wording.h"

namespace tracegate::rules::predicates {
namespace no_hooks {

// "2 in `_forward_hooks`: function a.b, an object of class c.D"
std::string hooks_found(const Context& context, std::string_view table, const ir::Value& value) {
  if (value.kind != ir::ValueKind::kSequence) return fmt::format("`{}` is {}", table, describe(context.graph, value));
  const ir::SequenceRecord& sequence = context.graph.sequence(value.record);
  std::vector<std::string> hooks;
  constexpr std::size_t kMostNamed = 3;
  const std::size_t count = sequence.elements ? sequence.elements->size() : 0;
  for (std::size_t i = 0; i < std::min(count, kMostNamed); ++i) hooks.push_back(describe(context.graph, (*sequence.elements)[i]));
  if (count > kMostNamed) hooks.push_back(fmt::format("{} more", count - kMostNamed));
  return fmt::format("{} in `{}`: {}", sequence.length.value_or(static_cast<std::int64_t>(count)), table, fmt::join(hooks, ", "));
}

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  if (!is_module(context, subject)) return Outcome::matched_absent();
  Outcome out = Outcome::matched();
  for (const std::string& table : predicate.no_hooks().table()) {
    const ir::Fact fact = context.graph.hooks(subject.at.vertex(), table);
    if (fact.state == ir::Fact::State::kPresent) {
      add_miss(out, Reason::kForeignHook, hooks_found(context, table, fact.value));
    } else if (auto outcome = unavailable(context.graph, fact, fmt::format("`{}`", table)); outcome && out.verdict == Verdict::kMatched) {
      out = *outcome;
    }
  }
  return out;
}

void reads(const Profile&, const schema::Predicate& predicate, FactNeeds& needs) {
  needs.hooks.insert(predicate.no_hooks().table().begin(), predicate.no_hooks().table().end());
}

std::string required(const schema::Predicate& predicate) {
  return fmt::format("nothing in {}", ir::enumerate(quoted(predicate.no_hooks().table())));
}

std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate& predicate) {
  if (site.vertex() == ir::kNoVertex) return site.graft();
  Repair repair;
  for (const std::string& table : predicate.no_hooks().table()) {
    if (is_there(site.graph().hooks(site.vertex(), table))) repair.push_back({ir::Edit::Kind::kClearHooks, site.vertex(), table, {}});
  }
  return one_repair(std::move(repair));
}

}  // namespace no_hooks

const PredicateKind kNoHooks{schema::Predicate::kNoHooksFieldNumber, no_hooks::judge, no_hooks::reads, no_hooks::required,
                             no_hooks::repairs};

}  // namespace tracegate::rules::predicates
