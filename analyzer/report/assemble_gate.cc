#include "analyzer/report/assemble.h"
#include "analyzer/report/enums.h"

namespace tracegate::analyzer {
namespace {

using rules::Verdict;

void fill(Finding&& finding, const std::string& required, schema::Subject& out) {
  out.set_path(std::move(finding.path));
  out.set_slot(std::move(finding.slot));
  if (finding.layer) out.set_layer(*finding.layer);
  out.set_verdict(to_schema(finding.verdict));
  out.set_reason(to_schema(finding.reason));
  out.set_required(required);
  out.set_found(std::move(finding.found));
}

void fill(ConditionReport&& condition, schema::Condition& out) {
  out.set_id(std::move(condition.id));
  out.set_verdict(to_schema(condition.verdict));
  schema::Counts& counts = *out.mutable_counts();
  counts.set_matched(condition.count(Verdict::kMatched));
  counts.set_missed(condition.count(Verdict::kMissed));
  counts.set_undetermined(condition.count(Verdict::kUndetermined));
  counts.set_blocked(condition.count(Verdict::kBlocked));
  counts.set_not_applicable(condition.count(Verdict::kNotApplicable));
  if (condition.findings.empty()) return;
  out.set_about(condition.run_fact ? schema::Condition::run : condition.whole ? schema::Condition::whole : schema::Condition::module);
  out.set_because(std::move(condition.because));
  out.set_remedy(std::move(condition.remedy));
  for (Finding& finding : condition.findings) fill(std::move(finding), condition.required, *out.add_subjects());
}

void fill(NoteReport&& note, schema::Note& out) {
  out.set_id(std::move(note.id));
  out.set_title(std::move(note.title));
  out.set_because(std::move(note.because));
  for (Finding& finding : note.findings) {
    schema::NoteSubject& subject = *out.add_subjects();
    subject.set_path(std::move(finding.path));
    subject.set_slot(std::move(finding.slot));
    subject.set_found(std::move(finding.found));
    if (finding.layer) subject.set_layer(*finding.layer);
  }
}

void fill(const Widths& widths, schema::Model& out) {
  if (const auto* error = std::get_if<std::string>(&widths)) {
    out.set_widths_error(*error);
  } else {
    for (const Width& width : std::get<std::vector<Width>>(widths)) (*out.mutable_widths())[width.id] = width.bytes_per_row;
  }
}

}  // namespace

void assemble_gate(GateReport&& report, schema::Model& out) {
  out.set_dialect(std::move(report.dialect));
  out.set_decoder_layers(report.decoder_layers);
  out.set_verdict(to_schema(report.verdict));
  out.set_extrapolated(report.extrapolated);
  if (report.extrapolated) out.set_extrapolation(std::move(report.extrapolation));
  out.set_taken_at(report.run.taken_at.empty() ? "not recorded" : std::move(report.run.taken_at));
  for (auto& [name, value] : report.run.facts) (*out.mutable_run())[name] = std::move(value);
  for (const ir::Slot& slot : report.run.slots) out.add_slots(slot.kind + ":" + slot.name);
  if (!report.root.empty()) {
    out.mutable_root()->set_path(std::move(report.root));
    out.mutable_root()->set_class_(std::move(report.root_class));
  }
  for (ClassReport& one : report.classes) {
    schema::LayerClass& layers = *out.add_classes();
    layers.set_id(std::move(one.layers.id));
    layers.mutable_layers()->Add(one.layers.layers.begin(), one.layers.layers.end());
    layers.set_path(report.layer_paths[one.layers.representative()]);
    layers.set_mixer(std::move(one.label));
    layers.set_verdict(to_schema(one.verdict));
  }
  for (ConditionReport& condition : report.conditions) {
    const bool support = condition.support;
    fill(std::move(condition), support ? *out.add_support() : *out.add_conditions());
  }
  if (report.widths) fill(*report.widths, out);
  out.set_outside_traced_versions(!report.version_differences.empty());
  for (std::string& difference : report.version_differences) out.add_version_differences(std::move(difference));
  for (NoteReport& note : report.notes) fill(std::move(note), *out.add_notes());
}

}  // namespace tracegate::analyzer
