#include "analyzer/tree/tree_walk.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "rules/language/rule.pb.h"

namespace tracegate::analyzer {
namespace {

// What a component of a path begins with: its end is the next "." that is not escaped.
std::size_t component_end(std::string_view path) {
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '\\') {
      ++i;
    } else if (path[i] == '.') {
      return i;
    }
  }
  return path.size();
}

std::string_view without_dot(std::string_view rest) {
  if (rest.starts_with('.')) rest.remove_prefix(1);
  return rest;
}

}  // namespace

TreeWalk::TreeWalk(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::Value& root, std::string_view path)
    : graph_(graph), entry_of_(graph.size(), kNoEntry) {
  WalkEdge edge;
  edge.name = names_.emplace_back(path);
  edge.value = root;
  if (root.kind == ir::ValueKind::kObject) {
    // First what child tables alone reach, to see whether the layers are among it.
    graph.containment().preorder(root.record, [&](ir::Vertex vertex, ir::Vertex, ir::StringId) { entry_of_[vertex] = 0; });
    find_list(profile);
    std::fill(entry_of_.begin(), entry_of_.end(), kNoEntry);
  }
  struct Open {
    std::size_t entry;
    std::size_t next = 0;
  };
  std::vector<Open> open{{add(edge, kNoEntry)}};
  while (!open.empty()) {
    auto& [index, next] = open.back();
    if (next == entries_[index].edges.size()) {
      open.pop_back();
      continue;
    }
    WalkEdge& way = entries_[index].edges[next++];
    const ir::Vertex vertex = way.value.kind == ir::ValueKind::kObject ? way.value.record : ir::kNoVertex;
    way.first = vertex == ir::kNoVertex || entry_of_[vertex] == kNoEntry;
    way.entry = way.first ? entries_.size() : entry_of_[vertex];
    if (way.layer != rules::kNone) layers_[way.layer] = way.entry;
    if (way.first) open.push_back({add(WalkEdge(way), index)});
  }
}

void TreeWalk::find_list(const rules::Profile& profile) {
  const rules::Places places(graph_, profile);
  if (places.layers().empty()) return;
  const std::size_t place = profile.parent(profile.place_index(profile.message().layers().place()));
  const rules::Located& list = places.at(place);
  const auto reached = [&](ir::Vertex vertex) { return vertex != ir::kNoVertex && entry_of_[vertex] != kNoEntry; };
  if (reached(list.vertex())) {
    list_ = list.vertex();
  } else {
    std::size_t above = profile.parent(place);
    while (above != rules::kNone && !reached(places.at(above).vertex())) above = profile.parent(above);
    if (above == rules::kNone) return;
    const rules::Located& holder = places.at(above);
    const std::string& name = names_.emplace_back(without_dot(std::string_view(list.path).substr(holder.path.size())));
    for (const ir::Child& child : graph_.children(holder.vertex())) {
      if (graph_.text(child.name) == name) list_ = child.vertex;
    }
    if (list_ == ir::kNoVertex) {
      holder_ = holder.vertex();
      list_ = list.vertex();
      list_value_ = list.value;
    }
  }
  list_path_ = list.path;
  located_ = places.layers();
  layers_.assign(located_.size(), kNoEntry);
}

std::size_t TreeWalk::add(const WalkEdge& edge, std::size_t parent) {
  const std::size_t index = entries_.size();
  WalkEntry entry;
  entry.value = edge.value;
  entry.name = edge.name;
  entry.parent = parent;
  entry.skip_ancestor = parent;
  if (parent != kNoEntry) {
    entry.depth = entries_[parent].depth + 1;
    // Jumps of such lengths that `lowest_common_ancestor` climbs in a logarithm of steps.
    const std::size_t jump = entries_[parent].skip_ancestor;
    const std::size_t beyond = jump == kNoEntry ? kNoEntry : entries_[jump].skip_ancestor;
    if (beyond != kNoEntry && entries_[parent].depth - entries_[jump].depth == entries_[jump].depth - entries_[beyond].depth) {
      entry.skip_ancestor = beyond;
    }
  }
  if (entry.vertex() != ir::kNoVertex) {
    entry_of_[entry.vertex()] = index;
    ++modules_;
  }
  entry.edges = edges_of(entry);
  entries_.push_back(std::move(entry));
  return index;
}

std::vector<WalkEdge> TreeWalk::edges_of(const WalkEntry& entry) {
  const ir::Vertex vertex = entry.vertex();
  if (vertex == ir::kNoVertex) {
    // The list that is no module: the only such entry below its holder.
    return holder_ != ir::kNoVertex && entry.value == list_value_ && entry.parent == entry_of_[holder_] ? list_edges(ir::kNoVertex)
                                                                                                        : std::vector<WalkEdge>();
  }
  if (vertex == list_) return list_edges(vertex);
  std::vector<WalkEdge> edges;
  for (const ir::Child& child : graph_.children(vertex)) {
    WalkEdge edge;
    edge.name = graph_.text(child.name);
    edge.value = {ir::ValueKind::kObject, ir::kNoString, child.vertex};
    edges.push_back(edge);
  }
  if (vertex == holder_) {
    WalkEdge edge;
    edge.name = names_.back();
    edge.value = list_value_;
    edges.push_back(edge);
  }
  return edges;
}

// The layers in order, then what else the list holds.
std::vector<WalkEdge> TreeWalk::list_edges(ir::Vertex list) const {
  std::vector<WalkEdge> edges;
  std::unordered_set<ir::Vertex> known;
  for (std::size_t i = 0; i < located_.size(); ++i) {
    WalkEdge edge;
    edge.name = without_dot(std::string_view(located_[i].path).substr(list_path_.size()));
    edge.layer = i;
    edge.value = located_[i].value;
    edges.push_back(edge);
    known.insert(located_[i].vertex());
  }
  if (list == ir::kNoVertex) return edges;
  for (const ir::Child& child : graph_.children(list)) {
    if (known.contains(child.vertex)) continue;
    WalkEdge edge;
    edge.name = graph_.text(child.name);
    edge.value = {ir::ValueKind::kObject, ir::kNoString, child.vertex};
    edges.push_back(edge);
  }
  return edges;
}

std::string TreeWalk::path(std::size_t entry) const {
  std::vector<std::size_t> way;
  for (std::size_t at = entry; at != kNoEntry; at = entries_[at].parent) way.push_back(at);
  std::string path;
  for (auto at = way.rbegin(); at != way.rend(); ++at) {
    const std::string_view name = entries_[*at].name;
    if (!path.empty() && !name.starts_with('[')) path += '.';
    path += name;
  }
  return path;
}

std::optional<ir::Value> TreeWalk::step(const ir::Value& from, std::string_view name) const {
  if (from.kind == ir::ValueKind::kObject) {
    const ir::Fact fact = graph_.read(from.record, name);
    if (fact.state == ir::Fact::State::kPresent) return fact.value;
    for (const ir::Child& child : graph_.children(from.record)) {
      if (graph_.text(child.name) == name) return ir::Value{ir::ValueKind::kObject, ir::kNoString, child.vertex};
    }
    return std::nullopt;
  }
  if (from.kind != ir::ValueKind::kSequence || !name.starts_with('[') || !name.ends_with(']')) return std::nullopt;
  std::size_t index = 0;
  const auto& elements = graph_.sequence(from.record).elements;
  const char* end = name.data() + name.size() - 1;
  if (std::from_chars(name.data() + 1, end, index).ptr != end || !elements || index >= elements->size()) return std::nullopt;
  return (*elements)[index];
}

TreeWalk::Place TreeWalk::locate(std::size_t from, std::string_view path) const {
  Place place{from, without_dot(path)};
  ir::Value at = entries_[from].value;
  for (std::string_view rest = place.rest; !rest.empty();) {
    std::size_t end = component_end(rest);
    std::optional<ir::Value> next = step(at, rest.substr(0, end));
    if (!next) {
      // "layers[3]": the element of what stands under the name.
      const auto bracket = rest.substr(0, end).find('[', 1);
      if (bracket == std::string_view::npos) return place;
      next = step(at, rest.substr(0, end = bracket));
      if (!next) return place;
    }
    at = *next;
    rest = without_dot(rest.substr(end));
    if (at.kind != ir::ValueKind::kObject || entry_of_[at.record] == kNoEntry) continue;
    place = {entry_of_[at.record], rest};
  }
  return place;
}

std::size_t TreeWalk::lowest_common_ancestor(std::size_t entry, std::size_t earlier) const {
  // Ancestors come before what is below them, so the first one that is not behind `earlier` holds both.
  while (entry > earlier) {
    const std::size_t skip_ancestor = entries_[entry].skip_ancestor;
    entry = skip_ancestor > earlier && skip_ancestor != kNoEntry ? skip_ancestor : entries_[entry].parent;
  }
  return entry;
}

}  // namespace tracegate::analyzer
