#include "tests/support/reporting.h"

#include "analyzer/report/assemble.h"

namespace tracegate::test {
namespace {

analyzer::schema::Report one_model(std::string_view file) {
  analyzer::schema::Report report;
  analyzer::assemble_head("0", report);
  report.add_models()->set_file(std::string(file));
  return report;
}

}  // namespace

analyzer::schema::Report report_of(const rules::Profile& profile, analyzer::GateReport gate) {
  analyzer::schema::Report report = one_model("model.onnx");
  analyzer::assemble_profile(profile, *report.mutable_profile());
  analyzer::assemble_gate(std::move(gate), *report.mutable_models(0));
  return report;
}

analyzer::schema::Report report_of(const rules::Profile& profile, analyzer::Explanation explanation) {
  analyzer::schema::Report report = one_model("model.onnx");
  analyzer::assemble_profile(profile, *report.mutable_profile());
  analyzer::assemble_why(std::move(explanation), *report.mutable_models(0));
  return report;
}

analyzer::schema::Report report_of(std::string_view file, analyzer::ModuleTree tree) {
  analyzer::schema::Report report = one_model(file);
  analyzer::GateReport gate;
  gate.classes = tree.classes;
  for (const analyzer::ClassReport& one : gate.classes) {
    gate.layer_paths.resize(std::max(gate.layer_paths.size(), one.layers.layers.back() + 1));
  }
  analyzer::assemble_gate(std::move(gate), *report.mutable_models(0));
  analyzer::assemble_tree(std::move(tree), *report.mutable_models(0));
  return report;
}

}  // namespace tracegate::test
