#include "analyzer/ci/decide.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/text/words.h"

namespace tracegate::analyzer::ci {
namespace {

using schema::Level;
using schema::Verdict;

Level::Value level_of(const Expectation& expectation, Verdict::Value verdict) {
  if (verdict == Verdict::undetermined) return Level::warning;
  return verdict == Verdict::missed && expectation.verdict == Verdict::matched ? Level::error : Level::note;
}

void add(schema::Model& model, const char* id, Level::Value level, std::string found, std::string required = {}) {
  schema::FileFinding& finding = *model.add_findings();
  finding.set_id(id);
  finding.set_level(level);
  finding.set_found(std::move(found));
  finding.set_required(std::move(required));
}

// True where a deciding condition has a subject that tells why the gate is shut.
bool set_levels(const Expectation& expectation, schema::Model& model) {
  bool told = false;
  for (schema::Condition& condition : *model.mutable_conditions()) {
    for (schema::Subject& subject : *condition.mutable_subjects()) {
      subject.set_level(level_of(expectation, subject.verdict()));
      told = told || subject.verdict() != Verdict::blocked;
    }
  }
  for (schema::Condition& condition : *model.mutable_support()) {
    for (schema::Subject& subject : *condition.mutable_subjects()) subject.set_level(Level::note);
  }
  return told;
}

Outcome decide_gate(const Expectation& expectation, schema::Model& model) {
  const bool told = set_levels(expectation, model);
  const bool any = expectation.verdict == Verdict::undetermined;
  const bool strict = expectation.strict_versions && !any && model.outside_traced_versions();
  if (model.verdict() == Verdict::matched) {
    if (expectation.verdict == Verdict::missed) {
      std::string found = "matched";
      if (model.extrapolated()) found += ", extrapolated";
      if (model.outside_traced_versions()) found += ", outside traced versions";
      add(model, "verdict", Level::error, std::move(found), "missed");
    }
    if (strict) {
      for (const std::string& difference : model.version_differences()) add(model, "traced-versions", Level::error, difference);
    }
  } else if (!told) {
    const std::string why = model.has_widths_error()      ? model.widths_error()
                            : model.decoder_layers() == 0 ? "no decoder layer"
                                                          : "undetermined";
    add(model, "verdict", Level::warning, why);
  }
  if (any) return Outcome::kAsExpected;
  if (model.decoder_layers() == 0 || model.verdict() == Verdict::undetermined) return Outcome::kUndecided;
  return strict || model.verdict() != expectation.verdict ? Outcome::kFindings : Outcome::kAsExpected;
}

void add_price(schema::Model& model) {
  const schema::WavePrice& price = model.price();
  for (const schema::PolicyPrice& one : price.policies()) {
    if (!one.asked()) continue;
    if (one.has_refusal()) {
      add(model, "price", Level::warning, "no price: " + one.refusal());
    } else if (one.has_fits() && !one.fits()) {
      add(model, "budget", Level::error, fmt::format("{} bytes per rank", ir::grouped(one.required_bytes())),
          fmt::format("at most {}", ir::grouped(price.budget_bytes())));
    }
  }
}

}  // namespace

Outcome decide(const Expectation& expectation, schema::Model& model) {
  const Outcome gate = decide_gate(expectation, model);
  if (!model.has_price()) return gate;
  add_price(model);
  return std::max(gate, decide(model.price()));
}

Outcome decide(const schema::WavePrice& price) {
  const schema::PolicyPrice* deciding = nullptr;
  for (const schema::PolicyPrice& one : price.policies()) {
    if (!one.asked()) continue;
    if (one.has_refusal()) return Outcome::kUndecided;
    if (deciding == nullptr || one.policy() == schema::Policy::traced) deciding = &one;
  }
  return deciding != nullptr && deciding->has_fits() && !deciding->fits() ? Outcome::kFindings : Outcome::kAsExpected;
}

Outcome decide(const schema::WaveCapacity& capacity) {
  const auto refused = [](const schema::CapacityRow& row) { return row.has_refusal(); };
  return std::any_of(capacity.rows().begin(), capacity.rows().end(), refused) ? Outcome::kUndecided : Outcome::kAsExpected;
}

}  // namespace tracegate::analyzer::ci
