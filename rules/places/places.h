// Where the places of a profile are in one model (`place` of rule.proto).
#pragma once

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
std::optional<Outcome> not_to_be_had(const ir::ModuleGraph& graph, const ir::Fact& fact, std::string_view what);

// All places of one context: the model, or the model and one of its layers.
class Places {
 public:
  Places(const ir::ModuleGraph& graph, const Profile& profile);

  // The decoder layers, in order. Where they cannot be had, or there are none, `no_layers` is what stands in their place.
  const std::vector<Located>& layers() const { return layers_; }
  const Located& no_layers() const { return no_layers_; }

  // Locates what is below one layer; the places of the layer before it are forgotten.
  void enter_layer(const Located& layer);

  const Located& at(std::size_t place) const { return located_[place]; }
  // The place whose object this is, or kNone.
  std::size_t place_of(ir::Vertex vertex) const;

 private:
  Located locate(std::size_t place) const;
  Located follow(std::size_t place, const Located& from) const;
  void list_layers(std::size_t place);

  const ir::ModuleGraph& graph_;
  const Profile& profile_;
  std::vector<Located> located_;
  std::vector<Located> layers_;
  Located no_layers_;
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
