#include "rules/evaluate/evaluate.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/language/blocking.h"
#include "rules/language/rule.pb.h"
#include "rules/places/classes.h"
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
    for (std::size_t i = 0; i < traits_.size(); ++i) {
      const schema::Trait& trait = traits.Get(static_cast<int>(i));
      const Located at = places_.in_layer(layer, profile_.place_index(trait.place()));
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

Judgement Evaluator::judge_model() const { return judge(places_, 0, nullptr); }

Judgement Evaluator::judge_layer(std::size_t index, const Judgement& model) const {
  return judge(places_.in_layer(layers()[index]), layers()[index].path.size(), &model.misses);
}

Judgement Evaluator::judge_no_layer(const Judgement& model) const { return judge(places_.in_layer(places_.no_layers()), 0, &model.misses); }

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

Judgement Evaluator::judge(Places places, std::size_t layer_path, const Misses* model) const {
  Judgement own{std::move(places), layer_path, Results(profile_.conditions()), {}};
  for (const std::size_t condition : profile_.order()) {
    each_subject(profile_.condition(condition).scope(), own.places, [&](const Subject& subject) {
      const Result& result = own.results[condition].emplace_back(judge_subject(condition, subject, own, model));
      if (blocks(result)) own.misses.add(condition, result.vertex, result.place, result.slot);
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

Result Evaluator::judge_subject(std::size_t condition, const Subject& subject, const Judgement& own, const Misses* model) const {
  Result result = result_at(subject);
  if (auto outcome = not_applied(condition, own.places)) {
    result.outcome = std::move(*outcome);
    if (result.outcome.verdict != Verdict::kNotApplicable) result.path = path_in_layer(subject, own);
    return result;
  }
  const Context context{graph_, profile_, run_, own.places};
  result.outcome = rules::judge(context, subject, profile_.condition(condition).predicate());
  if (subject.at.state == Located::State::kAbsent) result.outcome.absent = true;
  result.blocked_by = blocker(condition, subject, result.outcome, own.misses, model);
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

std::size_t Evaluator::blocker(std::size_t condition, const Subject& subject, const Outcome& outcome, const Misses& own,
                               const Misses* model) const {
  const auto missed = [&](const auto& asks) { return asks(own) || (model != nullptr && asks(*model)); };
  const auto at_place = [&](const Blocker& blocker) {
    return missed([&](const Misses& misses) { return misses.at_place(blocker.condition, blocker.place); });
  };
  const auto required = [&](const Blocker& blocker) {
    switch (blocker.how) {
      case Blocker::How::kSameSubject:
        return missed(
            [&](const Misses& misses) { return misses.about(blocker.condition, subject, by_slot(profile_.condition(blocker.condition))); });
      case Blocker::How::kOwnGuard:
      case Blocker::How::kAtPlace:
      case Blocker::How::kAbsent:
        return at_place(blocker);
    }
    return false;
  };
  const Blocking& blocking = profile_.blocking();
  const std::size_t found = blocking.find_required(condition, subject.place, required);
  if (found != kNone || !outcome.absent) return found;
  // What is absent is blocked by a miss at its own place, or at any place above it. The nearest is named.
  return blocking.find_absent(condition, subject.place != kNone ? subject.place : subject.above, at_place);
}

}  // namespace tracegate::rules
