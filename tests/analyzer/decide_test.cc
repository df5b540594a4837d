// What a caller's expectation makes of a report: levels, findings of the file as a whole, and the outcome.
#include <doctest/doctest.h>

#include <string>

#include "analyzer/ci/decide.h"

namespace tracegate::analyzer::ci {
namespace {

using schema::Level;
using schema::Verdict;

// A model of one layer; its one condition has a subject of this verdict, a match has none.
schema::Model model_of(Verdict::Value verdict) {
  schema::Model model;
  model.set_decoder_layers(1);
  model.set_verdict(verdict);
  if (verdict != Verdict::matched) model.add_conditions()->add_subjects()->set_verdict(verdict);
  return model;
}

// "verdict 2: matched, required missed"
std::string told(const schema::Model& model) {
  std::string text;
  for (const schema::FileFinding& finding : model.findings()) {
    text += (text.empty() ? "" : "; ") + finding.id() + " " + std::to_string(finding.level()) + ": " + finding.found();
    if (!finding.required().empty()) text += ", required " + finding.required();
  }
  return text;
}

TEST_CASE("levels and outcomes") {
  struct Row {
    const char* name;
    Verdict::Value verdict;
    Verdict::Value expected;
    Outcome outcome;
    Level::Value level;  // of the subject
    const char* told;
  };
  const Row rows[] = {
      {"a match", Verdict::matched, Verdict::matched, Outcome::kAsExpected, Level::note, ""},
      {"a match, not expected", Verdict::matched, Verdict::missed, Outcome::kFindings, Level::note, "verdict 2: matched, required missed"},
      {"a match, any", Verdict::matched, Verdict::undetermined, Outcome::kAsExpected, Level::note, ""},
      {"a miss", Verdict::missed, Verdict::matched, Outcome::kFindings, Level::error, ""},
      {"a miss, expected", Verdict::missed, Verdict::missed, Outcome::kAsExpected, Level::note, ""},
      {"a miss, any", Verdict::missed, Verdict::undetermined, Outcome::kAsExpected, Level::note, ""},
      {"not decided", Verdict::undetermined, Verdict::matched, Outcome::kUndecided, Level::warning, ""},
      {"not decided, a miss expected", Verdict::undetermined, Verdict::missed, Outcome::kUndecided, Level::warning, ""},
      {"not decided, any", Verdict::undetermined, Verdict::undetermined, Outcome::kAsExpected, Level::warning, ""},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    schema::Model model = model_of(row.verdict);
    CHECK(decide({row.expected, false}, model) == row.outcome);
    if (model.conditions_size() > 0) CHECK(model.conditions(0).subjects(0).level() == row.level);
    CHECK(told(model) == row.told);
  }
}

TEST_CASE("a verdict that no subject tells") {
  struct Row {
    const char* name;
    std::uint64_t layers;
    const char* widths_error;
    const char* told;
  };
  const Row rows[] = {{"no layer", 0, nullptr, "verdict 1: no decoder layer"},
                      {"no widths", 1, "`F` was not exported", "verdict 1: `F` was not exported"},
                      {"nothing", 1, nullptr, "verdict 1: undetermined"}};
  for (const Row& row : rows) {
    INFO(row.name);
    schema::Model model;
    model.set_decoder_layers(row.layers);
    if (row.widths_error != nullptr) model.set_widths_error(row.widths_error);
    CHECK(decide({}, model) == Outcome::kUndecided);
    CHECK(told(model) == row.told);
  }
}

TEST_CASE("strict versions") {
  for (const bool strict : {false, true}) {
    for (const Verdict::Value expected : {Verdict::matched, Verdict::undetermined}) {
      INFO(strict, " ", static_cast<int>(expected));
      schema::Model model = model_of(Verdict::matched);
      model.set_outside_traced_versions(true);
      model.add_version_differences("torch 3; traced with 2");
      const bool finding = strict && expected == Verdict::matched;
      CHECK(decide({expected, strict}, model) == (finding ? Outcome::kFindings : Outcome::kAsExpected));
      CHECK(told(model) == (finding ? "traced-versions 2: torch 3; traced with 2" : ""));
    }
  }
}

TEST_CASE("the price beside a match") {
  schema::Model model = model_of(Verdict::matched);
  schema::PolicyPrice& today = *model.mutable_price()->add_policies();
  today.set_fits(false);  // not asked for
  schema::PolicyPrice& asked = *model.mutable_price()->add_policies();
  asked.set_asked(true);
  asked.set_required_bytes(5000);
  CHECK(decide({}, model) == Outcome::kAsExpected);
  model.mutable_price()->set_budget_bytes(4096);
  asked.set_fits(false);
  CHECK(decide({}, model) == Outcome::kFindings);
  CHECK(told(model) == "budget 2: 5,000 bytes per rank, required at most 4,096");
  model.clear_findings();
  asked.set_refusal("the model is not dense");
  CHECK(decide({}, model) == Outcome::kUndecided);
  CHECK(told(model) == "price 1: no price: the model is not dense");
}

}  // namespace
}  // namespace tracegate::analyzer::ci
