#include "analyzer/report/assemble.h"
#include "analyzer/report/report.pb.h"

namespace tracegate::analyzer {
namespace {

using Texts = google::protobuf::RepeatedPtrField<std::string>;

void fill(std::vector<std::string>&& texts, Texts& out) {
  for (std::string& text : texts) out.Add(std::move(text));
}

void fill(const rules::ProfileName& name, schema::ProfileName& out) {
  out.set_id(name.id);
  out.set_version(name.version);
}

void fill(ConditionPage&& page, schema::ConditionPage& out) {
  out.set_id(std::move(page.id));
  out.set_title(std::move(page.title));
  out.set_required(std::move(page.required));
  fill(std::move(page.notes), *out.mutable_notes());
  fill(std::move(page.judged_at), *out.mutable_judged_at());
  out.set_applies(std::move(page.applies));
  out.set_because(std::move(page.because));
  out.set_remedy(std::move(page.remedy));
  out.set_support(page.support);
  for (PriceRole& role : page.price) {
    schema::PriceRole& one = *out.add_price();
    one.set_list(std::move(role.list));
    one.set_effect(std::move(role.effect));
    one.set_section(std::move(role.section));
  }
  for (Blocker& blocker : page.blocked_by) {
    schema::Blocker& one = *out.add_blocked_by();
    one.set_condition(std::move(blocker.condition));
    one.set_where(std::move(blocker.where));
  }
  for (Evidence& evidence : page.evidence) {
    schema::Evidence& one = *out.add_evidence();
    one.set_mark(std::move(evidence.mark));
    one.set_meaning(std::move(evidence.meaning));
  }
  fill(page.since, *out.mutable_since());
  for (const rules::ProfileName& profile : page.profiles) fill(profile, *out.add_profiles());
}

void fill_formulas(ProfilePage& page, schema::ProfilePage& out) {
  for (WidthFormula& width : page.widths) {
    schema::WidthFormula& one = *out.add_widths();
    one.set_id(std::move(width.id));
    one.set_title(std::move(width.title));
    one.set_formula(std::move(width.formula));
    fill(std::move(width.residue), *one.mutable_residue());
  }
  for (SymbolFormula& symbol : page.symbols) {
    schema::SymbolMeaning& one = *out.add_symbols();
    one.set_id(std::move(symbol.id));
    one.set_title(std::move(symbol.title));
    one.set_meaning(std::move(symbol.meaning));
  }
}

void fill_versions(ProfilePage& page, schema::ProfilePage& out) {
  for (auto& [name, versions] : page.packages) {
    schema::PackageVersions& one = *out.add_packages();
    one.set_name(std::move(name));
    fill(std::move(versions), *one.mutable_versions());
  }
  for (auto& [name, sources] : page.forwards) {
    schema::ForwardSources& one = *out.add_forwards();
    one.set_class_(std::move(name));
    fill(std::move(sources), *one.mutable_sources());
  }
}

void fill(Area&& area, bool in_full, schema::ProfilePage& out) {
  schema::ConditionArea& one = *out.add_areas();
  one.set_name(std::move(area.name));
  one.set_deciding(area.deciding());
  one.set_support(area.support());
  for (ConditionPage& page : area.conditions) {
    schema::ConditionSummary& summary = *one.add_conditions();
    summary.set_id(page.id);
    summary.set_title(page.title);
    summary.set_support(page.support);
    summary.set_remedy(!page.remedy.empty());
    summary.set_since(page.since.id);
    if (in_full) fill(std::move(page), *out.add_conditions());
  }
}

}  // namespace

void assemble_page(const rules::Profile& profile, ConditionPage&& page, schema::Report& out) {
  assemble_profile(profile, *out.mutable_profile());
  fill(std::move(page), *out.mutable_condition_page());
}

void assemble_page(const rules::Profile& profile, ProfilePage&& page, bool in_full, schema::Report& report) {
  assemble_profile(profile, *report.mutable_profile());
  schema::ProfilePage& out = *report.mutable_profile_page();
  out.set_title(std::move(page.title));
  out.set_base(std::move(page.base));
  out.set_traced(std::move(page.traced));
  out.set_domain(std::move(page.domain));
  out.set_evidence(std::move(page.evidence));
  fill(std::move(page.sources), *out.mutable_sources());
  out.set_extrapolated(std::move(page.extrapolated));
  out.set_price_policy(std::move(page.price_policy));
  fill_formulas(page, out);
  fill_versions(page, out);
  for (const Origin& origin : page.origins) {
    schema::ConditionOrigin& one = *out.add_origins();
    one.set_id(origin.profile.id);
    one.set_version(origin.profile.version);
    one.set_deciding(origin.deciding);
    one.set_support(origin.support);
  }
  for (Area& area : page.areas) fill(std::move(area), in_full, out);
  fill(std::move(page.without_remedy), *out.mutable_without_remedy());
}

}  // namespace tracegate::analyzer
