// Judges a model by a profile: every condition on every subject, without short-circuit.
//
// The model is one context, each of its layers another. Layers whose facts are equal need to be judged once only; which those are, the
// caller knows. Results of the model's context are needed for the layers', because what is missing above a layer blocks what is absent in
// it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ir/graph/module_graph.h"
#include "rules/evaluate/misses.h"
#include "rules/language/profile.h"
#include "rules/places/places.h"
#include "rules/places/subjects.h"
#include "rules/places/verdict.h"

namespace tracegate::rules {

struct Result {
  // Of the subject; in the results of a layer without the layer's own path. Empty for a subject that matches, or to which the condition
  // does not apply: nobody shows it.
  std::string path;
  int slot = kUnnamedSlot;
  Outcome outcome;
  std::size_t blocked_by = kNone;  // a condition, where the verdict is blocked
  ir::Vertex vertex = ir::kNoVertex;
  std::size_t place = kNone;
};

// By condition; empty lists for the conditions of the other kind of context.
using Results = std::vector<std::vector<Result>>;

// What was judged in one context, and where its places are.
struct Judgement {
  Places places;
  std::size_t layer_path = 0;  // bytes of the layer's own path, which results leave out
  Results results;
  Misses misses;  // of these results
};

class Evaluator {
 public:
  // All of these outlive the evaluator.
  Evaluator(const ir::ModuleGraph& graph, const Profile& profile, const ir::RunFacts& run);

  const std::vector<Located>& layers() const { return places_.layers(); }
  // Of the model.
  const Places& places() const { return places_; }
  // matched: the model has the trait.
  Verdict trait(std::string_view id) const;

  // Called for each subject that is missed or undetermined. For explanations: without a listener judging costs what it costs.
  using Listener = std::function<void(std::size_t condition, const Subject& subject, const Result& result, const Places& places)>;
  void listen(Listener listener) { listener_ = std::move(listener); }

  Judgement judge_model() const;
  // `model`: what judge_model gave.
  Judgement judge_layer(std::size_t index, const Judgement& model) const;
  // For a model without layers: one subject a condition stands for what is not there.
  Judgement judge_no_layer(const Judgement& model) const;

  // By note: the subjects at which it fires in the context of a judgement.
  Results fired_notes(const Judgement& judgement) const;

 private:
  void settle_traits();
  // All conditions, in an order in which what blocks comes first; of each the scopes of one kind of context. `model`: none in its own.
  Judgement judge(Places places, std::size_t layer_path, const Misses* model) const;
  // Calls `visit` with each subject of these scopes that belongs to the context, once a slot.
  template <typename Scopes, typename Visit>
  void each_subject(const Scopes& scopes, const Places& places, const Visit& visit) const;
  static Result result_at(const Subject& subject);
  static std::string path_in_layer(const Subject& subject, const Judgement& own);
  Result judge_subject(std::size_t condition, const Subject& subject, const Judgement& own, const Misses* model) const;
  std::size_t blocker(std::size_t condition, const Subject& subject, const Outcome& outcome, const Misses& own, const Misses* model) const;
  std::optional<Outcome> not_applied(std::size_t condition, const Places& places) const;

  const ir::ModuleGraph& graph_;
  const Profile& profile_;
  const ir::RunFacts& run_;
  Places places_;
  std::vector<Verdict> traits_;
  Listener listener_;
};

}  // namespace tracegate::rules
