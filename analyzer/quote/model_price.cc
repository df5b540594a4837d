#include "analyzer/quote/model_price.h"

#include <fmt/format.h>

#include "analyzer/price/wave_check.h"
#include "ir/graph/value.h"
#include "ir/text/error.h"
#include "rules/language/rule.pb.h"

namespace tracegate::analyzer {
namespace {

// A run fact that counts ranks; none where it is not known or is no such number.
std::optional<std::int64_t> ranks(const ir::RunFacts& run, const std::string& name) {
  const auto fact = run.facts.find(name);
  if (fact == run.facts.end()) return std::nullopt;
  const auto number = ir::number_of(fact->second);
  if (!number || !number->is_integer || number->big || number->integer < 1) return std::nullopt;
  return number->integer;
}

std::int64_t layout_ranks(const rules::Profile& profile) {
  return static_cast<std::int64_t>(profile.message().pricing().context_parallel());
}

// Widths have their own way to F; what is left are activations without recompute, and the later policy's stage at CP1.
bool needs_ffn(const price::Setting& setting) { return !setting.recompute.full() || setting.fc1_wrapped; }

}  // namespace

ModelSetting model_setting(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run, const GateReport& report) {
  const ModelGeometry model = model_geometry(graph, profile, run, report);
  ModelSetting out;
  out.setting.geometry = model.geometry;
  out.setting.recompute = model.recompute;
  out.checkpoint_undetermined = model.checkpoint_undetermined;
  out.setting.checkpoint_conditions = model.checkpoint_conditions || model.checkpoint_undetermined;
  out.setting.layout_support = model.layout_support;
  out.setting.layout_ranks = layout_ranks(profile);
  out.setting.fc1_wrapped = model.fc1_wrapped;
  if (report.decoder_layers == 0) out.refusals.push_back("there is no decoder layer to price");
  if (!model.dense) out.refusals.push_back("the model is not dense, or is not known to be: the formulas are for dense models");
  for (const UnknownSize& unknown : model.unknown) {
    if (unknown.symbol == "ffn_hidden_size" && !needs_ffn(out.setting)) {
      out.ffn_unknown = true;
      continue;
    }
    out.refusals.push_back(fmt::format("the model's geometry is not known: {}: {}", unknown.symbol, unknown.why));
  }
  const std::pair<const char*, std::int64_t*> topology[] = {{"tp", &out.setting.tp}, {"cp", &out.setting.cp}, {"pp", &out.setting.pp}};
  for (const auto& [name, value] : topology) {
    if (const auto known = ranks(run, name)) {
      *value = *known;
    } else {
      out.refusals.push_back(
          fmt::format("`{}` is not known: say it in the wave, with --{}, or with run= when the model is exported", name, name));
    }
  }
  if (out.refusals.empty()) {
    price::Geometry sizes = out.setting.geometry;
    if (out.ffn_unknown) sizes.ffn_hidden_size = 1;
    for (const std::string& fault : price::check_geometry(sizes)) {
      out.refusals.push_back("the model's geometry is contradictory: " + fault);
    }
  }
  return out;
}

ModelSetting geometry_setting(const GeometryInput& input, const std::string& file, const rules::Profile& profile, std::int64_t tp,
                              std::int64_t cp, std::int64_t pp) {
  for (const std::string& fault : price::check_geometry(input.geometry)) throw UsageError(fmt::format("{}: {}", file, fault));
  ModelSetting out;
  out.setting.geometry = input.geometry;
  out.setting.recompute = input.recompute;
  out.setting.checkpoint_conditions = input.checkpoint_conditions;
  out.setting.layout_support = input.layout_support;
  out.setting.layout_ranks = layout_ranks(profile);
  out.setting.fc1_wrapped = input.fc1_wrapped;
  out.setting.tp = tp;
  out.setting.cp = cp;
  out.setting.pp = pp;
  return out;
}

PriceQuestion ask(const ModelSetting& model, WaveInput wave, const std::string& file, std::vector<price::Policy> asked,
                  std::optional<std::int64_t> budget) {
  PriceQuestion question;
  question.setting = model.setting;
  question.setting.te_warm = wave.te_warm;
  question.te_warm_later = wave.te_warm_later;
  question.head_given = wave.head_given;
  question.retained_missing = wave.retained_missing;
  question.checkpoint_undetermined = model.checkpoint_undetermined;
  question.refusals = model.refusals;
  question.asked = std::move(asked);
  question.budget = budget;
  if (model.refusals.empty()) {
    price::WaveCheck check = price::check_wave(wave.wave, question.setting);
    if (!check.errors.empty()) {
      const price::WaveProblem& first = check.errors.front();
      if (!first.group) throw UsageError(fmt::format("{}: {}", file, first.text));
      const InputPlace& place = wave.group_places[*first.group];
      throw UsageError(fmt::format("{}:{}:{}: {}", file, place.line, place.column, first.text));
    }
    question.warnings = std::move(check.warnings);
  }
  question.wave = std::move(wave.wave);
  return question;
}

}  // namespace tracegate::analyzer
