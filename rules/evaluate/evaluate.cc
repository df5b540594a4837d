#include "rules/evaluate/evaluate.h"
#include "rules/places/classes.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/language/rule.pb.h"
#include "rules/predicates/predicate.h"

namespace tracegate::rules {
namespace {

bool blocks(const Result& result) { return result.outcome.verdict == Verdict::kMissed || result.outcome.verdict == Verdict::kBlocked; }

// Nothing is there, or None. The whole of a model or a run has no value at all.
bool nothing_at(const Located& at) {
  const bool none = at.state == Located::State::kPresent && at.value.kind == ir::ValueKind::kNone && at.value.text != ir::kNoString;
  return none || at.state == Located::State::kAbsent;
}

bool by_slot(const schema::Condition& condition) {
  return std::any_of(condition.scope().begin(), condition.scope().end(), [](const schema::Scope& scope) { return scope.each_slot(); });
}

// True where a result is about the very same subject. What is no object is known by its place alone. `by_slot`: the result's condition is
// judged for each slot by itself; the result of another condition stands for all slots.
bool same_subject(const Result& result, const Subject& subject, bool by_slot) {
  const ir::Vertex vertex = subject.at.vertex();
  if (result.slot != subject.slot && (by_slot || result.slot != kUnnamedSlot)) return false;
  if (vertex != ir::kNoVertex) return result.vertex == vertex;
  return result.place != kNone && result.place == subject.place;
}

}  // namespace

Evaluator::Evaluator(const ir::ModuleGraph& graph, const Profile& profile, const ir::RunFacts& run)
    : graph_(graph), profile_(profile), run_(run), places_(graph, profile) {
  settle_traits();
}

void Evaluator::settle_traits() {
  const auto& traits = profile_.message().trait();
  traits_.assign(static_cast<std::size_t>(traits.size()), Verdict::kMissed);
  if (traits_.empty()) return;
  for (const Located& layer : layers()) {
    const Places places = places_.in_layer(layer);
    for (std::size_t i = 0; i < traits_.size(); ++i) {
      const schema::Trait& trait = traits.Get(static_cast<int>(i));
      const Located& at = places.at(profile_.place_index(trait.place()));
      Verdict has = at.state == Located::State::kUndetermined ? Verdict::kUndetermined : Verdict::kMissed;
      for (const std::string& name : trait.class_()) {
        if (at.vertex() != ir::kNoVertex && is_exactly(graph_, profile_, graph_.class_of(at.vertex()), name)) has = Verdict::kMatched;
      }
      traits_[i] = kleene_or(traits_[i], has);
    }
  }
}

Verdict Evaluator::trait(std::string_view id) const {
  for (std::size_t i = 0; i < traits_.size(); ++i) {
    if (profile_.message().trait(static_cast<int>(i)).id() == id) return traits_[i];
  }
  return Verdict::kUndetermined;
}

Judgement Evaluator::judge_model() const { return judge(places_, 0, Results(profile_.conditions())); }

Judgement Evaluator::judge_layer(std::size_t index, const Results& model) const {
  return judge(places_.in_layer(layers()[index]), layers()[index].path.size(), model);
}

Judgement Evaluator::judge_no_layer(const Results& model) const { return judge(places_.in_layer(places_.no_layers()), 0, model); }

template <typename Scopes, typename Visit>
void Evaluator::each_subject(const Scopes& scopes, const Places& places, const Visit& visit) const {
  for (const schema::Scope& scope : scopes) {
    if (profile_.per_layer(scope) != places.of_layer()) continue;
    const int slots = scope.each_slot() ? static_cast<int>(run_.slots.size()) : 0;
    for (Subject& subject : subjects_of(graph_, profile_, places, scope)) {
      for (subject.slot = kUnnamedSlot; subject.slot < slots; ++subject.slot) visit(subject);
    }
  }
}

Judgement Evaluator::judge(Places places, std::size_t layer_path, const Results& model) const {
  Judgement own{std::move(places), layer_path, Results(profile_.conditions())};
  for (const std::size_t condition : profile_.order()) {
    each_subject(profile_.condition(condition).scope(), own.places, [&](const Subject& subject) {
      const Result& result = own.results[condition].emplace_back(judge_subject(condition, subject, own, model));
      const bool open = result.outcome.verdict == Verdict::kMissed || result.outcome.verdict == Verdict::kUndetermined;
      if (open && listener_) listener_(condition, subject, result, own.places);
    });
  }
  return own;
}

Results Evaluator::fired_notes(const Judgement& judgement) const {
  const Context context{graph_, profile_, run_, judgement.places};
  const auto& notes = profile_.message().note();
  Results fired(static_cast<std::size_t>(notes.size()));
  for (std::size_t i = 0; i < fired.size(); ++i) {
    const schema::Note& note = notes.Get(static_cast<int>(i));
    each_subject(note.scope(), judgement.places, [&](const Subject& subject) {
      if (nothing_at(subject.at)) return;
      Outcome outcome = rules::judge(context, subject, note.predicate());
      if (outcome.verdict != Verdict::kMissed) return;
      fired[i].push_back(result_at(subject));
      fired[i].back().outcome = std::move(outcome);
      fired[i].back().path = path_in_layer(subject, judgement);
    });
  }
  return fired;
}

Result Evaluator::result_at(const Subject& subject) {
  Result result;
  result.slot = subject.slot;
  result.vertex = subject.at.vertex();
  result.place = subject.place;
  return result;
}

std::string Evaluator::path_in_layer(const Subject& subject, const Judgement& own) {
  std::string path = subject.path();
  path.erase(0, own.layer_path);
  return path;
}

Result Evaluator::judge_subject(std::size_t condition, const Subject& subject, const Judgement& own, const Results& model) const {
  Result result = result_at(subject);
  if (auto outcome = not_applied(condition, own.places)) {
    result.outcome = std::move(*outcome);
    if (result.outcome.verdict != Verdict::kNotApplicable) result.path = path_in_layer(subject, own);
    return result;
  }
  const Context context{graph_, profile_, run_, own.places};
  result.outcome = rules::judge(context, subject, profile_.condition(condition).predicate());
  if (subject.at.state == Located::State::kAbsent) result.outcome.absent = true;
  result.blocked_by = blocker(condition, subject, result.outcome, own.results, model);
  if (result.blocked_by != kNone) {
    result.outcome = {Verdict::kBlocked, Reason::kBlockedBy, false,
                      fmt::format("blocked by {}", profile_.condition(result.blocked_by).id())};
  }
  const Verdict verdict = result.outcome.verdict;
  if (verdict != Verdict::kMatched && verdict != Verdict::kNotApplicable) result.path = path_in_layer(subject, own);
  return result;
}

std::optional<Outcome> Evaluator::not_applied(std::size_t condition, const Places& places) const {
  const schema::Condition& rule = profile_.condition(condition);
  if (!rule.has_applies()) return std::nullopt;
  Verdict applies = Verdict::kMatched;
  std::string missing;
  if (!rule.applies().trait().empty()) applies = trait(rule.applies().trait());
  if (rule.applies().has_predicate()) {
    Subject asked;
    asked.place = profile_.place_index(rule.applies().at());
    asked.at = places.at(asked.place);
    const Context context{graph_, profile_, run_, places};
    const Outcome outcome = rules::judge(context, asked, rule.applies().predicate());
    applies = kleene_and(applies, outcome.verdict);
    missing = outcome.found;
  }
  if (applies == Verdict::kMatched) return std::nullopt;
  if (applies == Verdict::kMissed) return Outcome::not_applicable();
  return Outcome::undetermined(Reason::kNotExported, missing.empty() ? "whether it applies is not known" : missing);
}

std::size_t Evaluator::blocker(std::size_t condition, const Subject& subject, const Outcome& outcome, const Results& own,
                               const Results& model) const {
  const auto find = [&](std::size_t other, auto&& about) {
    for (const Results* results : {&own, &model}) {
      for (const Result& result : (*results)[other]) {
        if (about(result) && blocks(result)) return true;
      }
    }
    return false;
  };
  const auto guard_of = [&](std::size_t place) {
    for (const std::size_t guard : profile_.guards(place)) {
      if (guard != condition && find(guard, [&](const Result& result) { return result.place == place; })) return guard;
    }
    return kNone;
  };

  for (const schema::Requirement& required : profile_.condition(condition).require()) {
    if (required.own_guards()) {
      const std::size_t guard = subject.place == kNone ? kNone : guard_of(subject.place);
      if (guard != kNone) return guard;
      continue;
    }
    const std::size_t other = profile_.condition_index(required.condition());
    const std::size_t at = required.at().empty() ? kNone : profile_.place_index(required.at());
    const bool each = by_slot(profile_.condition(other));
    const bool blocked =
        find(other, [&](const Result& result) { return at == kNone ? same_subject(result, subject, each) : result.place == at; });
    if (blocked) return other;
  }

  if (!outcome.absent) return kNone;
  // What is absent is blocked by a miss at its own place, or at any place above it. The nearest is named.
  const std::size_t start = subject.place != kNone ? subject.place : subject.above;
  for (std::size_t place = start; place != kNone; place = profile_.parent(place)) {
    const std::size_t guard = guard_of(place);
    if (guard != kNone) return guard;
  }
  return kNone;
}

}  // namespace tracegate::rules
