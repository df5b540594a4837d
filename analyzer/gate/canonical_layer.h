// What a verdict on one decoder layer can rest on, as a text of numbers: equal for two layers exactly when nothing tells them apart.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/graph/module_graph.h"
#include "rules/evaluate/evaluate.h"
#include "rules/language/profile.h"
#include "rules/places/places.h"

namespace tracegate::analyzer {

class CanonicalLayer {
 public:
  // All of these outlive it. `places`: of the model; `model`: what its conditions say.
  CanonicalLayer(const ir::ModuleGraph& graph, const rules::Profile& profile, const rules::Places& places, const rules::Results& model);

  // The words of this layer; valid until the next call.
  const std::u32string& of(const rules::Located& layer);

 private:
  struct Wanted {
    std::vector<bool> facts, parameters, callables;  // by name
    bool all_parameters = false;
    bool all_callables = false;
  };
  // A block's facts that are read: those without references as one number, the others left to be followed each time.
  struct Summary {
    std::uint32_t id = 0;
    std::vector<ir::Value> references;
  };

  void want(const rules::Profile& profile);
  void mark(const rules::Profile& profile, const rules::Places& places, const rules::Results& model);
  std::uint32_t number(ir::Vertex vertex);
  void object(ir::Vertex vertex);
  void reference(ir::Vertex vertex);
  void contents(const ir::Value& value);
  const Summary& summary_of(const ir::FactBlock& block);
  void add_fact(ir::StringId key, const ir::Value& value, std::u32string& text, Summary& summary) const;
  void add_sequence(const ir::SequenceRecord& sequence, std::u32string& text) const;

  const ir::ModuleGraph& graph_;
  Wanted wanted_;
  // What else is known of an object by what it is, not by what it holds: the model's places where it stands, and the model's conditions
  // that are not met there.
  std::unordered_map<ir::Vertex, std::u32string> marks_;
  std::vector<std::uint32_t> local_;  // by vertex: its number in the layer
  std::vector<ir::Vertex> order_;     // the layer's objects in the order of their numbers
  std::u32string words_;
  std::unordered_map<const ir::FactBlock*, Summary> summaries_;
  std::unordered_map<std::u32string, std::uint32_t> ids_;
};

}  // namespace tracegate::analyzer
