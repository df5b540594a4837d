#include "analyzer/pages/profile_page.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/evaluate/describe_scope.h"
#include "rules/language/rule.pb.h"

namespace tracegate::analyzer {
namespace {

namespace schema = rules::schema;

template <typename List>
std::vector<std::string> plain(const List& list) {
  return {list.begin(), list.end()};
}

// "7F", "F", "3 floor(H/4)".
std::string describe_term(const schema::Term& term) {
  if (term.divided_by() <= 1) return term.times() == 1 ? term.symbol() : fmt::format("{}{}", term.times(), term.symbol());
  const std::string quotient = fmt::format("floor({}/{})", term.symbol(), term.divided_by());
  return term.times() == 1 ? quotient : fmt::format("{} {}", term.times(), quotient);
}

WidthFormula width_of(const schema::Width& width) {
  WidthFormula out{width.id(), width.title(), {}, {}};
  std::vector<std::string> terms;
  for (const schema::Term& term : width.term()) {
    terms.push_back(describe_term(term));
    if (term.residue()) out.residue.push_back(terms.back());
  }
  out.formula = fmt::format("{} * ({})", width.element_bytes(), fmt::join(terms, " + "));
  return out;
}

SymbolFormula symbol_of(const rules::Profile& profile, const schema::Symbol& symbol) {
  SymbolFormula out{symbol.id(), symbol.title(), {}};
  if (symbol.source_case() == schema::Symbol::kLargestAttribute) {
    const schema::LargestAttribute& source = symbol.largest_attribute();
    out.meaning = fmt::format("the largest `{}` of {} over the decoder layers", source.attribute(),
                              rules::describe_place(profile, profile.place_index(source.place())));
  } else {
    out.meaning =
        "the largest sum over the decoder layers; taken for the constructor's adapters and for each named slot, and the larger width "
        "counts";
  }
  return out;
}

std::string extrapolated(const schema::Profile& profile) {
  for (const schema::Trait& trait : profile.trait()) {
    if (trait.id() == profile.extrapolated_without()) return trait.otherwise();
  }
  return {};
}

template <typename List>
auto& entry_of(List& list, const auto& is_it, const auto& fresh) {
  const auto found = std::find_if(list.begin(), list.end(), is_it);
  return found != list.end() ? *found : list.emplace_back(fresh);
}

}  // namespace

std::size_t Area::support() const {
  return static_cast<std::size_t>(
      std::count_if(conditions.begin(), conditions.end(), [](const ConditionPage& page) { return page.support; }));
}

std::size_t ProfilePage::support() const {
  std::size_t count = 0;
  for (const Area& area : areas) count += area.support();
  return count;
}

std::size_t ProfilePage::deciding() const {
  std::size_t count = 0;
  for (const Area& area : areas) count += area.deciding();
  return count;
}

ProfilePage profile_page(const rules::Profile& profile) {
  const schema::Profile& message = profile.message();
  ProfilePage page;
  page.profile = {profile.id(), profile.version()};
  page.title = profile.title();
  page.base = message.base();
  page.traced = message.provenance().traced();
  page.domain = message.provenance().domain();
  page.evidence = message.provenance().evidence();
  page.sources = plain(message.provenance().source());
  page.extrapolated = extrapolated(message);
  page.price_policy = message.pricing().policy();
  for (const schema::Width& width : message.width()) page.widths.push_back(width_of(width));
  for (const schema::Symbol& symbol : message.symbol()) page.symbols.push_back(symbol_of(profile, symbol));
  for (const schema::TracedPackage& package : message.traced_versions().package()) {
    page.packages.emplace_back(package.name(), plain(package.version()));
  }
  for (const schema::TracedForward& forward : message.traced_versions().forward()) {
    page.forwards.emplace_back(forward.class_(), plain(forward.source()));
  }
  const rules::Lineage lineage(profile);
  for (std::size_t i = 0; i < profile.conditions(); ++i) {
    ConditionPage condition = condition_page(profile, lineage, i);
    Origin& origin = entry_of(
        page.origins, [&](const Origin& one) { return one.profile.id == condition.since.id; }, Origin{condition.since});
    ++(condition.support ? origin.support : origin.deciding);
    if (condition.remedy.empty() && !condition.support) page.without_remedy.push_back(condition.id);
    const std::string name = area_of(condition.id);
    entry_of(
        page.areas, [&](const Area& area) { return area.name == name; }, Area{name, {}})
        .conditions.push_back(std::move(condition));
  }
  return page;
}

}  // namespace tracegate::analyzer
