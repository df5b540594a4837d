#include "analyzer/gate/layer_class.h"

#include <unordered_map>

#include <fmt/format.h>

#include "analyzer/gate/canonical_layer.h"

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

std::string describe_layers(const std::vector<std::size_t>& layers) {
  std::string text;
  for (std::size_t i = 0; i < layers.size();) {
    std::size_t last = i;
    while (last + 1 < layers.size() && layers[last + 1] == layers[last] + 1) ++last;
    if (!text.empty()) text += ", ";
    text += last == i ? fmt::format("{}", layers[i]) : fmt::format("{}-{}", layers[i], layers[last]);
    i = last + 1;
  }
  return text;
}

std::string describe_some_layers(const std::vector<std::size_t>& layers) {
  constexpr std::size_t kMostRuns = 5;
  std::string text = describe_layers(layers);
  std::size_t at = 0;
  for (std::size_t runs = 0; runs < kMostRuns; ++runs) {
    at = text.find(", ", at);
    if (at == std::string::npos) return text;
    at += 2;
  }
  return text.substr(0, at) + "...";
}

}  // namespace tracegate::analyzer
