#include "analyzer/tree/tree_names.h"

#include <charconv>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "ir/text/escape.h"
#include "rules/places/describe.h"

namespace tracegate::analyzer {

TreeNames::TreeNames(const ir::ModuleGraph& graph) : graph_(graph) {
  for (ir::Vertex vertex = 0; vertex < graph.size(); ++vertex) {
    const ir::ClassRecord& type = graph.class_of(vertex);
    const auto [entry, fresh] = full_.emplace(type.name, type.full_name);
    if (!fresh && entry->second != type.full_name) entry->second = ir::kNoString;
  }
}

std::string TreeNames::of(const ir::Value& value) const {
  if (value.kind == ir::ValueKind::kSequence) return ir::shorten(graph_.text(graph_.sequence(value.record).kind));
  if (value.kind != ir::ValueKind::kObject) return ir::shorten(rules::describe(graph_, value));
  const ir::ClassRecord& type = graph_.class_of(value.record);
  return ir::shorten(graph_.text(full_.at(type.name) == ir::kNoString ? type.full_name : type.name));
}

std::string names_of(const WalkEdge* edges, std::size_t count) {
  constexpr std::size_t kMostNamed = 4;
  const std::string_view begin = edges[0].name;
  std::size_t start = 0;
  bool numbers = count > 1 && std::from_chars(begin.data(), begin.data() + begin.size(), start).ec == std::errc();
  for (std::size_t i = 0; numbers && i < count; ++i) numbers = edges[i].name == fmt::format("{}", start + i);
  if (numbers) return fmt::format("{}-{}", start, start + count - 1);
  std::string text = ir::shorten(begin);
  for (std::size_t i = 1; i < count; ++i) {
    if (count > kMostNamed && i + 1 == kMostNamed) {
      text += ", ...";
      i = count - 1;
    }
    text += ", " + ir::shorten(edges[i].name);
  }
  return text;
}

std::string short_path(const TreeWalk& walk, std::size_t entry) {
  constexpr std::size_t kMostComponents = 40;
  std::vector<std::size_t> way;
  for (; entry != kNoEntry && way.size() < kMostComponents; entry = walk.entry(entry).parent) way.push_back(entry);
  std::string path = entry == kNoEntry ? "" : "...";
  for (auto at = way.rbegin(); at != way.rend(); ++at) {
    const std::string_view name = walk.entry(*at).name;
    if (!path.empty() && !name.starts_with('[')) path += '.';
    path += ir::shorten(name);
  }
  return path.empty() ? "(model)" : path;
}

}  // namespace tracegate::analyzer
