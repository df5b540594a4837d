#include "analyzer/why/likely_layers.h"

#include <map>
#include <tuple>

#include <fmt/format.h>

#include "rules/language/blocking.h"
#include "rules/language/rule.pb.h"
#include "rules/predicates/predicate.h"

namespace tracegate::analyzer {
namespace {

std::string required_of_layers(const rules::Profile& profile) {
  const std::size_t layer = profile.place_index(profile.message().layers().place());
  for (const std::size_t guard : profile.blocking().guards(layer)) {
    const rules::schema::Condition& rule = profile.condition(guard);
    if (rule.predicate().has_exact_class()) return fmt::format("{} ({})", rules::describe(rule.predicate()), rule.id());
  }
  return {};
}

// The first module below whose children are named: through lists of one element kind no further.
std::vector<std::string> parts_of(const ir::ModuleGraph& graph, ir::Vertex vertex) {
  constexpr std::size_t kMost = 6;
  std::vector<std::string> parts;
  for (const ir::Child& child : graph.children(vertex)) {
    if (parts.size() == kMost) {
      parts.emplace_back("...");
      break;
    }
    parts.push_back(fmt::format("{} {}", graph.text(child.name), graph.text(graph.class_of(child.vertex).name)));
  }
  return parts;
}

}  // namespace

std::optional<LikelyLayers> likely_layers(const ir::ModuleGraph& graph, const rules::Profile& profile) {
  // Modules below each one, counted from the leaves up: numbers of children are above those of their parents.
  std::vector<std::uint32_t> below(graph.size(), 1);
  for (ir::Vertex vertex = static_cast<ir::Vertex>(graph.size()); vertex-- > 0;) {
    for (const ir::Child& child : graph.children(vertex)) {
      if (child.vertex > vertex) below[vertex] += below[child.vertex];
    }
  }
  // A layer has parts. Two of a kind may be an encoder and a decoder; more are a list.
  std::tuple<bool, bool, std::uint64_t> most{false, false, 0};
  std::optional<LikelyLayers> found;
  ir::Vertex first = ir::kNoVertex;
  for (ir::Vertex vertex = 0; vertex < graph.size(); ++vertex) {
    struct Family {
      std::size_t count = 0;
      std::uint64_t modules = 0;
      ir::Vertex first = ir::kNoVertex;
    };
    std::map<std::uint32_t, Family> families;
    for (const ir::Child& child : graph.children(vertex)) {
      Family& family = families[graph.object(child.vertex).class_record];
      if (family.count++ == 0) family.first = child.vertex;
      family.modules += below[child.vertex];
    }
    for (const auto& [record, family] : families) {
      const std::tuple<bool, bool, std::uint64_t> size{family.modules > family.count, family.count > 2, family.modules};
      if (family.count < 2 || size <= most) continue;
      most = size;
      first = family.first;
      found = LikelyLayers{std::string(graph.text(graph.object(vertex).path)),
                           family.count,
                           std::string(graph.text(graph.class_record(record).full_name)),
                           {},
                           {}};
    }
  }
  if (!found) return found;
  found->parts = parts_of(graph, first);
  found->required = required_of_layers(profile);
  return found;
}

}  // namespace tracegate::analyzer
