#include "analyzer/tree/tree_shape.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace tracegate::analyzer {

std::vector<std::uint32_t> tree_shapes(const ir::ModuleGraph& graph, const TreeWalk& walk, const MarksAt& marks) {
  std::unordered_map<std::string, std::uint32_t> known;
  std::vector<std::uint32_t> shape(walk.size());
  std::string key;
  const auto put = [&](std::uint64_t number) { key.append(reinterpret_cast<const char*>(&number), sizeof number); };
  const auto text = [&](std::string_view words) {
    put(words.size());
    key += words;
  };
  for (std::size_t i = walk.size(); i-- > 0;) {
    const WalkEntry& entry = walk.entry(i);
    key.clear();
    put(static_cast<std::uint64_t>(entry.value.kind));
    put(entry.vertex() == ir::kNoVertex ? entry.value.text : graph.class_of(entry.vertex()).full_name);
    put(marks[i].size());
    for (const TreeMark& mark : marks[i]) {
      put(static_cast<std::uint64_t>(mark.verdict));
      for (const std::string* words : {&mark.condition, &mark.below, &mark.slot}) text(*words);
    }
    for (const WalkEdge& edge : entry.edges) {
      text(edge.name);
      put(edge.first ? 1 : 0);
      if (edge.first) {
        put(shape[edge.entry]);
        continue;
      }
      // Two equal siblings refer to their own inner module alike, and to one outside them only where it is one.
      const std::size_t common = walk.lowest_common_ancestor(i, edge.entry);
      put(entry.depth - walk.entry(common).depth);
      put(edge.entry - common);
    }
    shape[i] = known.emplace(key, static_cast<std::uint32_t>(known.size())).first->second;
  }
  return shape;
}

}  // namespace tracegate::analyzer
