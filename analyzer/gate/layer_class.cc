#include "analyzer/gate/layer_class.h"

#include <unordered_map>

#include <fmt/format.h>

#include "analyzer/gate/canonical_layer.h"
#include "ir/text/words.h"

namespace tracegate::analyzer {
namespace {

// A, B, ..., Z, AA, AB, ...
std::string class_name(std::size_t index) {
  std::string name;
  for (++index; index > 0; index = (index - 1) / 26) name.insert(name.begin(), static_cast<char>('A' + (index - 1) % 26));
  return name;
}

}  // namespace

std::vector<LayerClass> classify_layers(const ir::ModuleGraph& graph, const rules::Profile& profile, const rules::Places& places,
                                        const rules::Results& model) {
  CanonicalLayer canonical(graph, profile, places, model);
  std::unordered_map<std::u32string, std::size_t> known;
  std::vector<LayerClass> classes;
  for (std::size_t i = 0; i < places.layers().size(); ++i) {
    const auto [entry, fresh] = known.emplace(canonical.of(places.layers()[i]), classes.size());
    if (fresh) classes.push_back({class_name(classes.size()), {}});
    classes[entry->second].layers.push_back(i);
  }
  return classes;
}

std::string describe_layers(const std::vector<std::size_t>& layers) { return ir::runs(layers); }

std::string describe_some_layers(const std::vector<std::size_t>& layers) {
  constexpr std::size_t kMostRuns = 5;
  return ir::runs(layers, kMostRuns);
}

}  // namespace tracegate::analyzer
