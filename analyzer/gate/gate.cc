#include "analyzer/gate/gate.h"

#include <algorithm>

#include <fmt/format.h>

#include "analyzer/gate/versions.h"
#include "rules/evaluate/evaluate.h"
#include "rules/language/rule.pb.h"
#include "rules/places/describe.h"
#include "rules/predicates/predicate.h"

namespace tracegate::analyzer {
namespace {

using rules::Verdict;

std::string slot_name(const ir::RunFacts& run, int slot) {
  if (slot == rules::kUnnamedSlot) return {};
  const ir::Slot& reference = run.slots[static_cast<std::size_t>(slot)];
  return fmt::format("{}:{}", reference.kind, reference.name);
}

class Gate {
 public:
  Gate(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run)
      : graph_(graph), profile_(profile), run_(run), evaluator_(graph, profile, run) {}

  GateReport judge() {
    report_.dialect = graph_.dialect();
    report_.run = run_;
    report_.decoder_layers = evaluator_.layers().size();
    for (const rules::Located& layer : evaluator_.layers()) report_.layer_paths.push_back(layer.path);
    describe_conditions();
    describe_notes();

    const rules::Judgement model = evaluator_.judge_model();
    std::vector<std::size_t> representatives;
    for (LayerClass& layers : classify_layers(graph_, profile_, model.places, model.results)) {
      representatives.push_back(layers.representative());
      report_.classes.push_back({std::move(layers), {}, Verdict::kMatched});
    }
    describe_root(model.places);
    add(model, std::nullopt);
    for (std::size_t i = 0; i < report_.classes.size(); ++i) {
      const rules::Judgement layer = evaluator_.judge_layer(representatives[i], model);
      report_.classes[i].label = label(layer.places);
      report_.classes[i].verdict = class_verdict(layer.results);
      add(layer, i);
    }
    if (report_.classes.empty()) add(evaluator_.judge_no_layer(model).results, std::nullopt);
    conclude(representatives);
    return std::move(report_);
  }

 private:
  void describe_conditions() {
    for (std::size_t i = 0; i < profile_.conditions(); ++i) {
      const rules::schema::Condition& rule = profile_.condition(i);
      ConditionReport condition;
      condition.id = rule.id();
      condition.title = rule.title();
      // That something is there is best said in the condition's own words.
      condition.required = rule.predicate().has_present() ? rule.title() : rules::describe(rule.predicate());
      condition.because = rule.because();
      condition.remedy = rule.remedy();
      condition.run_fact = rule.scope_size() == 1 && rule.scope(0).whole() == rules::schema::RUN_FACTS;
      condition.whole = std::all_of(rule.scope().begin(), rule.scope().end(), [](const auto& scope) { return scope.has_whole(); });
      condition.support = rule.support();
      report_.conditions.push_back(std::move(condition));
    }
  }

  void describe_notes() {
    for (const rules::schema::Note& note : profile_.message().note()) {
      report_.notes.push_back({note.id(), note.title(), note.because(), {}});
    }
  }

  void describe_root(const rules::Places& places) {
    const rules::Located& root = places.at(profile_.place_index(profile_.message().layers().root()));
    if (root.vertex() == ir::kNoVertex) return;
    report_.root = root.path;
    report_.root_class = graph_.text(graph_.class_of(root.vertex()).name);
  }

  std::string label(const rules::Places& places) const {
    const rules::Located& at = places.at(profile_.place_index(profile_.message().layers().label()));
    if (at.state == rules::Located::State::kUndetermined) return "unknown";
    if (at.state == rules::Located::State::kAbsent) return "none";
    if (at.vertex() == ir::kNoVertex) return rules::describe(graph_, at.value);
    return std::string(graph_.text(graph_.class_of(at.vertex()).name));
  }

  Verdict class_verdict(const rules::Results& results) const {
    Verdict verdict = Verdict::kMatched;
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (report_.conditions[i].support) continue;
      for (const rules::Result& result : results[i]) {
        const Verdict one = result.outcome.verdict;
        if (one == Verdict::kMissed || one == Verdict::kUndetermined) verdict = rules::kleene_and(verdict, one);
        // What is blocked is not known to match; the block's own reason may lie above the layer.
        if (one == Verdict::kBlocked) verdict = rules::kleene_and(verdict, Verdict::kUndetermined);
      }
    }
    return verdict;
  }

  // The results of one context, for the model or for each layer of a class.
  void add(const rules::Results& results, std::optional<std::size_t> layer_class) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      ConditionReport& condition = report_.conditions[i];
      for (const rules::Result& result : results[i]) {
        const Verdict verdict = result.outcome.verdict;
        const std::size_t times = layer_class ? report_.classes[*layer_class].layers.layers.size() : 1;
        condition.counts[static_cast<std::size_t>(verdict)] += times;
        if (verdict == Verdict::kMatched || verdict == Verdict::kNotApplicable) continue;
        add(result, layer_class, condition.findings);
      }
    }
  }

  // One result, as the finding of the model or of each layer of a class.
  void add(const rules::Result& result, std::optional<std::size_t> layer_class, std::vector<Finding>& findings) const {
    Finding finding;
    finding.slot = slot_name(run_, result.slot);
    finding.verdict = result.outcome.verdict;
    finding.reason = result.outcome.reason;
    finding.found = result.outcome.found;
    finding.layer_class = layer_class;
    if (!layer_class) {
      finding.path = result.path;
      finding.vertex = result.vertex;
      findings.push_back(std::move(finding));
      return;
    }
    for (const std::size_t layer : report_.classes[*layer_class].layers.layers) {
      finding.layer = layer;
      finding.path = report_.layer_paths[layer] + result.path;
      finding.vertex = layer == report_.classes[*layer_class].layers.representative() ? result.vertex : ir::kNoVertex;
      findings.push_back(finding);
    }
  }

  void add(const rules::Judgement& judgement, std::optional<std::size_t> layer_class) {
    add(judgement.results, layer_class);
    const rules::Results fired = evaluator_.fired_notes(judgement);
    for (std::size_t i = 0; i < fired.size(); ++i) {
      for (const rules::Result& result : fired[i]) add(result, layer_class, report_.notes[i].findings);
    }
  }

  static void by_layer(std::vector<Finding>& findings) {
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) { return a.layer < b.layer; });
  }

  void conclude(const std::vector<std::size_t>& representatives) {
    for (ConditionReport& condition : report_.conditions) {
      by_layer(condition.findings);
      const std::size_t passed = condition.count(Verdict::kMatched) + condition.count(Verdict::kNotApplicable);
      if (condition.count(Verdict::kMissed) > 0) {
        condition.verdict = Verdict::kMissed;
      } else if (condition.count(Verdict::kUndetermined) > 0 || (passed == 0 && condition.count(Verdict::kBlocked) > 0)) {
        condition.verdict = Verdict::kUndetermined;
      }
    }
    for (NoteReport& note : report_.notes) by_layer(note.findings);
    std::erase_if(report_.notes, [](const NoteReport& note) { return note.findings.empty(); });
    report_.verdict = verdict_of(report_.conditions);
    if (report_.decoder_layers > 0) {
      report_.widths_if_matched = compute_widths(graph_, profile_, run_, evaluator_.places(), representatives);
    }
    if (report_.verdict != Verdict::kMatched) return;
    // Nothing to check is not success, whatever the profile's conditions say.
    if (report_.decoder_layers == 0) {
      report_.verdict = Verdict::kUndetermined;
      return;
    }
    const rules::schema::Profile& message = profile_.message();
    if (!message.extrapolated_without().empty() && evaluator_.trait(message.extrapolated_without()) != Verdict::kMatched) {
      report_.extrapolated = true;
      for (const rules::schema::Trait& trait : message.trait()) {
        if (trait.id() == message.extrapolated_without()) report_.extrapolation = trait.otherwise();
      }
    }
    report_.version_differences = version_differences(graph_, profile_);
    report_.widths = report_.widths_if_matched;
    if (std::holds_alternative<std::string>(*report_.widths)) report_.verdict = Verdict::kUndetermined;
  }

  const ir::ModuleGraph& graph_;
  const rules::Profile& profile_;
  const ir::RunFacts& run_;
  rules::Evaluator evaluator_;
  GateReport report_;
};

}  // namespace

Verdict verdict_of(const std::vector<ConditionReport>& conditions) {
  Verdict verdict = Verdict::kMatched;
  for (const ConditionReport& condition : conditions) {
    if (!condition.support) verdict = rules::kleene_and(verdict, condition.verdict);
  }
  return verdict;
}

GateReport judge_gate(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run) {
  return Gate(graph, profile, run).judge();
}

}  // namespace tracegate::analyzer
