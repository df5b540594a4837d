#include "analyzer/price/te_growth.h"
#include "analyzer/report/assemble.h"
#include "analyzer/report/enums.h"

namespace tracegate::analyzer {
namespace {

void fill(Change&& change, schema::Change& out) {
  out.set_kind(std::string(name(change.kind)));
  out.set_path(std::move(change.path));
  out.set_objects(change.objects);
  out.set_text(std::move(change.text));
  out.set_now(std::move(change.now));
  for (std::string& condition : change.conditions) out.add_conditions(std::move(condition));
}

void fill(ChangePlan&& plan, schema::Explanation& out) {
  for (ChangeSet& set : plan.sets) {
    schema::ChangeSet& changes = *out.add_change_sets();
    changes.set_checked(true);
    for (Change& change : set.changes) fill(std::move(change), *changes.add_changes());
  }
  out.set_capped(plan.capped);
  for (NoChange& none : plan.without) {
    schema::WithoutChange& without = *out.add_without_change();
    without.set_id(std::move(none.id));
    without.set_why(std::move(none.why));
  }
}

void fill(LikelyLayers&& layers, schema::LikelyLayers& out) {
  out.set_path(std::move(layers.path));
  out.set_count(layers.count);
  out.set_class_(std::move(layers.class_name));
  for (std::string& part : layers.parts) out.add_parts(std::move(part));
  out.set_required(std::move(layers.required));
}

}  // namespace

void assemble_why(Explanation&& explanation, schema::Model& model) {
  assemble_gate(std::move(explanation.report), model);
  schema::Explanation& out = *model.mutable_explanation();
  if (!explanation.tried.empty()) {
    for (std::string& tried : explanation.tried) out.add_tried(std::move(tried));
    out.set_file_verdict(to_schema(explanation.file_verdict));
  }
  fill(std::move(explanation.plan), out);
  for (LayerDifference& one : explanation.differences) {
    schema::LayerDifference& difference = *out.add_differences();
    difference.set_layer(one.layer);
    difference.set_nearest(one.nearest);
    for (std::string& line : one.lines) difference.add_lines(std::move(line));
  }
  if (explanation.likely) fill(std::move(*explanation.likely), *out.mutable_likely_layers());
  if (explanation.row) {
    schema::GradientRow& row = *out.mutable_gradient_row();
    row.set_now_bytes(explanation.row->now);
    row.set_if_matched_bytes(explanation.row->if_matched);
    row.set_layers(explanation.row->layers);
    row.set_once_bytes(price::kTeGrowthBytes);
  }
}

}  // namespace tracegate::analyzer
