// Where the places of a profile are in one model (`place` of rule.proto).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/graph/module_graph.h"
#include "rules/language/profile.h"
#include "rules/places/verdict.h"

namespace tracegate::rules {

// What stands at a place. `path` is the path by which it was reached, also where nothing is there.
struct Located {
  enum class State : std::uint8_t { kPresent, kAbsent, kUndetermined };

  State state = State::kAbsent;
  ir::Value value;  // kPresent only
  std::string path;
  Reason reason = Reason::kAbsent;  // why not, for kUndetermined
  // For kUndetermined the fact that is missing, for kAbsent what is there instead, where that can be told; in words.
  std::string detail;

  // The object there, or kNoVertex.
  ir::Vertex vertex() const { return state == State::kPresent && value.kind == ir::ValueKind::kObject ? value.record : ir::kNoVertex; }
};

// The fact of an attribute of what is located: absent for everything that is no object of the graph.
ir::Fact read_at(const ir::ModuleGraph& graph, const Located& at, std::string_view attribute);

// The undetermined outcome of a fact that is not to be had; empty for facts that are.
std::optional<Outcome> unavailable(const ir::ModuleGraph& graph, const ir::Fact& fact, std::string_view what);

// The places of one context: the model, or the model and one of its layers. Constant; the places of a layer share those of the model.
class Places {
 public:
  // Of the model. Both outlive the places.
  Places(const ir::ModuleGraph& graph, const Profile& profile);

  // The same and those below one layer, `layer`: one of `layers`, or what stands in their place.
  Places in_layer(const Located& layer) const;
  // What stands at one place of a layer, without the layer's other places.
  Located in_layer(const Located& layer, std::size_t place) const;
  bool of_layer() const { return !own_.empty(); }

  // The decoder layers, in order. Where they cannot be had, or there are none, `no_layers` is what stands in their place.
  const std::vector<Located>& layers() const { return model_->layers; }
  const Located& no_layers() const { return model_->no_layers; }

  // What stands at a place; absent for a layer's place in the context of the model.
  const Located& at(std::size_t place) const;
  // The place of this context whose object this is, or kNone.
  std::size_t place_of(ir::Vertex vertex) const;

 private:
  struct OfModel {
    std::vector<Located> located;  // by place, those of a layer left out
    std::vector<Located> layers;
    Located no_layers;
  };

  // `only`: this place and those that it stands on, or all with kNone.
  Places(const Places& model, const Located& layer, std::size_t only);
  Located locate(std::size_t place) const;
  Located follow(std::size_t place, const Located& from) const;
  void list_layers(OfModel& model, std::size_t place) const;

  const ir::ModuleGraph* graph_;
  const Profile* profile_;
  std::shared_ptr<const OfModel> model_;
  std::vector<Located> own_;  // by place, those of the model left out; empty in the model's context
};

// The elements of a sequence of modules; empty where it is none, or where its elements are not to be had (`unknown` says why).
struct Elements {
  std::vector<Located> elements;
  bool sequence = false;
  std::string_view unknown;  // goes on after "the elements"
};
Elements elements_of(const ir::ModuleGraph& graph, const Located& sequence);

std::string join_path(std::string_view path, std::string_view name);

}  // namespace tracegate::rules
