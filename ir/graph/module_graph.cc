#include "ir/graph/module_graph.h"

#include <algorithm>
#include <utility>


namespace tracegate::ir {
namespace {

const Value* find_sorted(const std::vector<std::pair<StringId, Value>>& facts, StringId key) {
  const auto found =
      std::lower_bound(facts.begin(), facts.end(), key, [](const auto& fact, StringId wanted) { return fact.first < wanted; });
  return found != facts.end() && found->first == key ? &found->second : nullptr;
}

}  // namespace

ModuleGraph::ModuleGraph(Parts parts) : containment_(parts.children) {
  parts.children.clear();
  parts.children.shrink_to_fit();
  base_ = std::make_shared<const Base>(Base{std::move(parts), {}});
  length_key_ = find("[]");
}

ModuleGraph ModuleGraph::with(Overlay overlay, Containment containment) const {
  ModuleGraph graph(*this);
  graph.overlay_ = std::make_shared<const Overlay>(std::move(overlay));
  graph.containment_ = std::move(containment);
  graph.length_key_ = graph.find("[]");
  return graph;
}

StringId ModuleGraph::find(std::string_view text) const {
  const StringId known = base_->parts.strings.find(text);
  if (known != kNoString || overlay_ == nullptr) return known;
  const StringId added = overlay_->strings.find(text);
  return added == kNoString ? kNoString : static_cast<StringId>(base_->parts.strings.size() + added);
}

const Value* ModuleGraph::written(Vertex vertex, StringId key) const {
  return key == kNoString ? nullptr : find_sorted(block(vertex).facts, key);
}

Fact ModuleGraph::as_fact(const Value& value) const {
  if (value.kind == ValueKind::kUnreadable) return {Fact::State::kUnreadable, value};
  return Fact::present(value);
}

Fact ModuleGraph::read(Vertex vertex, std::string_view name) const {
  const StringId key = find(name);
  if (key == kNoString || !is_read(vertex, key)) return Fact::not_collected();
  if (const Value* value = written(vertex, key)) return as_fact(*value);
  for (const Child& child : children(vertex)) {
    if (child.name == key) return Fact::present({ValueKind::kObject, kNoString, child.vertex});
  }
  for (const Parameter& parameter : block(vertex).parameters) {
    if (parameter.name == key) return as_fact(parameter.value);
  }
  // A parameter of that name would not be written as a read, so without the parameter tables nothing says that there is none.
  return collected().parameters || !class_of(vertex).is_module ? Fact::absent() : Fact::not_collected();
}

StringId ModuleGraph::find_marked(char mark, std::string_view name) const {
  std::string key(1, mark);
  key += name;
  return find(key);
}

bool ModuleGraph::is_read(Vertex vertex, StringId key) const {
  const Collected& asked = collected();
  if (asked.reads.contains(key) || asked.tables.contains(key)) return true;
  for (auto on = asked.reads_on.lower_bound({key, 0}); on != asked.reads_on.end() && on->first == key; ++on) {
    if (written(vertex, on->second) != nullptr) return true;
  }
  return false;
}

Fact ModuleGraph::instance(Vertex vertex, std::string_view key) const {
  const StringId name = find(key);
  if (name == kNoString || !collected().instance.contains(name)) return Fact::not_collected();
  if (const Value* value = written(vertex, find_marked('@', key))) return as_fact(*value);
  return Fact::absent();
}

Fact ModuleGraph::hooks(Vertex vertex, std::string_view table) const {
  const StringId name = find(table);
  if (name == kNoString || !collected().hooks.contains(name)) return Fact::not_collected();
  if (const Value* value = written(vertex, find_marked('#', table))) return as_fact(*value);
  return Fact::absent();
}

std::optional<std::int64_t> ModuleGraph::length(const Value& value) const {
  if (value.kind == ValueKind::kSequence) return sequence(value.record).length;
  if (value.kind != ValueKind::kObject) return std::nullopt;
  if (const Value* written_length = written(value.record, length_key_)) {
    const auto number = number_of(written_length->kind, text(*written_length));
    return number && !number->big ? std::optional(number->integer) : std::nullopt;
  }
  if (class_of(value.record).has_elements) return static_cast<std::int64_t>(children(value.record).size());
  return std::nullopt;
}

}  // namespace tracegate::ir
