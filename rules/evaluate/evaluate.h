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
#include "rules/language/profile.h"
#include "rules/places/places.h"
#include "rules/places/subjects.h"
#include "rules/places/verdict.h"

namespace tracegate::rules {

struct Result {
  // Of the subject; in the results of a layer without the layer's own path. Empty for a subject that matches, or to which the condition
  // does not apply: nobody shows it.
  std::string path;
  int slot = kConstructor;
  Outcome outcome;
  std::size_t blocked_by = kNone;  // a condition, where the verdict is blocked
  ir::Vertex vertex = ir::kNoVertex;
  std::size_t place = kNone;
};

// By condition; empty lists for the conditions of the other kind of context.
using Results = std::vector<std::vector<Result>>;

class Evaluator {
 public:
  // `run` outlives the evaluator, and so do the others. `representatives`: layers that stand for all.
  Evaluator(const ir::ModuleGraph& graph, const Profile& profile, const ir::RunFacts& run);

  const std::vector<Located>& layers() const { return places_.layers(); }
  Places& places() { return places_; }

  // Settles the traits of the model from these layers, which stand for all. To be called before any judging.
  void settle_traits(const std::vector<std::size_t>& representatives);
  // matched: the model has the trait.
  Verdict trait(std::string_view id) const;

  // Called for each subject that is missed or undetermined, while its context is the one that is judged. For explanations: without a
  // listener judging costs what it costs.
  using Listener = std::function<void(std::size_t condition, const Subject& subject, const Result& result)>;
  void listen(Listener listener) { listener_ = std::move(listener); }

  Results judge_model();
  Results judge_layer(std::size_t index, const Results& model);
  // For a model without layers: one subject a condition stands for what is not there.
  Results judge_no_layer(const Results& model);

  // By note: the subjects at which it fires, in the context that was judged last.
  Results fired_notes();

 private:
  // All conditions, in an order in which what blocks comes first; of each the scopes of one kind of context.
  Results judge(bool in_layer, const Results& model);
  Result result_at(const Subject& subject) const;
  std::string path_in_layer(const Subject& subject) const;
  Result judge_subject(std::size_t condition, Subject subject, const Results& model, const Results& own);
  std::size_t blocker(std::size_t condition, const Subject& subject, const Outcome& outcome, const Results& model,
                      const Results& own) const;
  std::optional<Outcome> not_applied(std::size_t condition) const;

  const ir::ModuleGraph& graph_;
  const Profile& profile_;
  const ir::RunFacts& run_;
  Places places_;
  std::vector<Verdict> traits_;
  Listener listener_;
  std::size_t layer_path_size_ = 0;  // of the layer that is being judged
  bool in_layer_ = false;
};

}  // namespace tracegate::rules
