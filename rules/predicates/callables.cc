// `no_callables` and `no_shadowed_callables`: no callable stands in the instance dictionary, or none that hides one of the class.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/text/words.h"
#include "rules/places/describe.h"
#include "rules/predicates/predicate_kind.h"
#include "rules/predicates/wording.h"

namespace tracegate::rules::predicates {
namespace callables {

using Entries = std::vector<std::pair<ir::StringId, ir::Value>>;

// The callables of the instance dictionary that the predicate refuses.
Entries refused(const ir::ModuleGraph& graph, ir::Vertex vertex, const schema::Predicate& predicate) {
  const bool only_shadows = predicate.has_no_shadowed_callables();
  const auto& except = only_shadows ? predicate.no_shadowed_callables().except() : predicate.no_callables().except();
  const auto& only = predicate.no_callables().only();  // empty: every name
  const auto holds = [](const auto& names, std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  const ir::FactBlock& block = graph.block(vertex);
  Entries found;
  for (const auto& entry : block.callables) {
    if (only_shadows && !std::binary_search(block.shadows.begin(), block.shadows.end(), entry.first)) continue;
    const std::string_view name = graph.text(entry.first);
    if (!holds(except, name) && (only.empty() || holds(only, name))) found.push_back(entry);
  }
  return found;
}

Outcome judge(const Context& context, const Subject& subject, const schema::Predicate& predicate) {
  if (!is_module(context, subject)) return Outcome::matched_absent();
  if (!context.graph.collected().callables) {
    return Outcome::undetermined(Reason::kNotExported, "the callables of the instance dictionary were not exported");
  }
  std::vector<std::string> found;
  for (const auto& [name, value] : refused(context.graph, subject.at.vertex(), predicate)) {
    found.push_back(fmt::format("`{}` is {}", context.graph.text(name), describe(context.graph, value)));
  }
  if (found.empty()) return Outcome::matched();
  std::sort(found.begin(), found.end());
  return Outcome::missed(Reason::kValueMismatch, fmt::format("{}", fmt::join(found, "; ")));
}

void reads(const Profile&, const schema::Predicate& predicate, FactNeeds& needs) {
  const auto& only = predicate.no_callables().only();
  needs.callables.insert(only.begin(), only.end());
  needs.all_callables = needs.all_callables || only.empty();
}

std::string required_callables(const schema::Predicate& predicate) {
  const auto& except = predicate.no_callables().except();
  const auto& only = predicate.no_callables().only();
  std::string out = only.empty() ? "no callable of its own" : fmt::format("no callable {} of its own", ir::enumerate(quoted(only), "or"));
  return except.empty() ? out : fmt::format("{}, but {}", out, ir::enumerate(quoted(except)));
}

std::string required_shadowed(const schema::Predicate& predicate) {
  constexpr std::string_view kText = "no callable of its own that hides one of its class";
  const auto& except = predicate.no_shadowed_callables().except();
  return except.empty() ? std::string(kText) : fmt::format("{}, but {}", kText, ir::enumerate(quoted(except)));
}

std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate& predicate) {
  if (site.vertex() == ir::kNoVertex) return {};
  Repair repair;
  for (const auto& entry : refused(site.graph(), site.vertex(), predicate)) {
    repair.push_back({ir::Edit::Kind::kRemoveEntry, site.vertex(), std::string(site.graph().text(entry.first)), {}});
  }
  return one_repair(std::move(repair));
}

std::vector<std::string> notes(const Profile&, const schema::Predicate&) { return {std::string(kOwnIsInstance)}; }

}  // namespace callables

const PredicateKind kNoCallables{schema::Predicate::kNoCallablesFieldNumber,
                                 callables::judge,
                                 callables::reads,
                                 callables::required_callables,
                                 callables::repairs,
                                 callables::notes};
const PredicateKind kNoShadowedCallables{schema::Predicate::kNoShadowedCallablesFieldNumber,
                                         callables::judge,
                                         callables::reads,
                                         callables::required_shadowed,
                                         callables::repairs,
                                         callables::notes};

}  // namespace tracegate::rules::predicates
