#include "analyzer/gate/layer_class.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "rules/language/rule.pb.h"

namespace tracegate::analyzer {
namespace {

// The names that conditions of a profile can ask for, as keys of the graph's facts.
std::unordered_set<ir::StringId> keys_read(const ir::ModuleGraph& graph, const rules::Profile& profile) {
  std::unordered_set<ir::StringId> keys;
  const auto add = [&](const std::string& key) {
    const ir::StringId id = graph.find(key);
    if (id != ir::kNoString) keys.insert(id);
  };
  const rules::schema::Reads& reads = profile.message().reads();
  for (const auto& attribute : reads.attribute()) {
    for (const std::string& name : attribute.name()) add(name);
    if (!attribute.on().empty()) add("?" + attribute.on());
  }
  for (const std::string& name : reads.instance()) add("@" + name);
  for (const std::string& name : reads.hooks()) add("#" + name);
  for (const auto& table : reads.table()) add(table.name());
  add("[]");
  return keys;
}

// Which callables of the instance dictionaries a profile can ask for.
struct Callables {
  bool all = false;
  std::unordered_set<ir::StringId> names;

  bool contains(ir::StringId name) const { return all || names.contains(name); }
};

void add_callables(const ir::ModuleGraph& graph, const rules::schema::Predicate& predicate, Callables& read) {
  for (const auto& part : predicate.all().predicate()) add_callables(graph, part, read);
  for (const auto& part : predicate.any().predicate()) add_callables(graph, part, read);
  if (predicate.has_not_()) add_callables(graph, predicate.not_(), read);
  const auto& only = predicate.no_callables().only();
  read.all = read.all || predicate.has_no_shadowed_callables() || (predicate.has_no_callables() && only.empty());
  for (const std::string& name : only) {
    const ir::StringId id = graph.find(name);
    if (id != ir::kNoString) read.names.insert(id);
  }
}

Callables callables_read(const ir::ModuleGraph& graph, const rules::Profile& profile) {
  Callables read;
  for (const auto& condition : profile.message().condition()) add_callables(graph, condition.predicate(), read);
  for (const auto& note : profile.message().note()) add_callables(graph, note.predicate(), read);
  return read;
}

// Writes the canonical bytes of one layer after the other.
class Canonical {
 public:
  Canonical(const ir::ModuleGraph& graph, const rules::Profile& profile)
      : graph_(graph), keys_(keys_read(graph, profile)), callables_(callables_read(graph, profile)) {}

  std::string of(const rules::Located& layer) {
    bytes_.clear();
    local_.clear();
    pending_.clear();
    const ir::Vertex root = layer.vertex();
    if (root == ir::kNoVertex) {
      put(static_cast<std::uint32_t>(layer.value.kind));
      put(layer.value.text);
      put(layer.value.record);
      return bytes_;
    }
    graph_.containment().preorder(root, [&](ir::Vertex vertex, ir::Vertex, ir::StringId) { number(vertex); });
    // Objects that are no modules join the list when a fact refers to them.
    for (std::size_t i = 0; i < pending_.size(); ++i) object(pending_[i]);
    return bytes_;
  }

 private:
  void put(std::uint32_t number) { bytes_.append(reinterpret_cast<const char*>(&number), sizeof number); }

  std::uint32_t number(ir::Vertex vertex) {
    const auto [entry, fresh] = local_.emplace(vertex, static_cast<std::uint32_t>(local_.size()));
    if (fresh) pending_.push_back(vertex);
    return entry->second;
  }

  void object(ir::Vertex vertex) {
    put(graph_.object(vertex).class_record);
    const auto children = graph_.children(vertex);
    put(static_cast<std::uint32_t>(children.size()));
    for (const ir::Child& child : children) {
      put(child.name);
      reference(child.vertex);
    }
    const auto& block = graph_.object(vertex).block;
    if (!block) return put(ir::kNoVertex);
    const Summary& summary = summary_of(*block);
    put(summary.id);
    for (const ir::Value& value : summary.references) contents(value);
  }

  // Inside the layer by its place there; a module outside it by its place in the model, so that the walk stays in the layer.
  void reference(ir::Vertex vertex) {
    const auto found = local_.find(vertex);
    const bool inside = found != local_.end() || !graph_.class_of(vertex).is_module;
    put(inside ? 1 : 0);
    put(inside ? number(vertex) : vertex);
  }

  void contents(const ir::Value& value) {
    switch (value.kind) {
      case ir::ValueKind::kObject:
        return reference(value.record);
      case ir::ValueKind::kSequence: {
        const ir::SequenceRecord& sequence = graph_.sequence(value.record);
        if (!sequence.elements) return;
        for (const ir::Value& element : *sequence.elements) {
          if (element.kind == ir::ValueKind::kObject) reference(element.record);
        }
        return;
      }
      default:
        return;
    }
  }

  // A block's facts that are read: those without references as one number, the others left to be followed each time.
  struct Summary {
    std::uint32_t id = 0;
    std::vector<ir::Value> references;
  };

  const Summary& summary_of(std::uint32_t index) {
    if (index >= summaries_.size()) summaries_.resize(index + 1);
    if (summaries_[index]) return *summaries_[index];
    Summary summary;
    std::string text;
    const auto append = [&](std::uint32_t number) { text.append(reinterpret_cast<const char*>(&number), sizeof number); };
    const auto fact = [&](ir::StringId key, const ir::Value& value) {
      append(key);
      append(static_cast<std::uint32_t>(value.kind));
      if (value.kind == ir::ValueKind::kObject) {
        summary.references.push_back(value);
      } else if (value.kind == ir::ValueKind::kSequence) {
        sequence(value.record, append);
        summary.references.push_back(value);
      } else {
        append(value.text);
      }
    };
    const ir::FactBlock& facts = block(index);
    for (const auto& [key, value] : facts.facts) {
      if (keys_.contains(key)) fact(key, value);
    }
    append(ir::kNoString);
    for (const ir::Parameter& parameter : facts.parameters) {
      if (keys_.contains(parameter.name)) fact(parameter.name, parameter.value);
    }
    append(ir::kNoString);
    for (const auto& [name, value] : facts.callables) {
      if (callables_.contains(name)) fact(name, value);
    }
    append(ir::kNoString);
    for (const ir::StringId name : facts.shadows) {
      if (callables_.contains(name)) append(name);
    }
    summary.id = ids_.emplace(std::move(text), static_cast<std::uint32_t>(ids_.size())).first->second;
    summaries_[index] = std::move(summary);
    return *summaries_[index];
  }

  template <typename Append>
  void sequence(std::uint32_t record, Append append) {
    const ir::SequenceRecord& sequence = graph_.sequence(record);
    append(sequence.kind);
    append(sequence.length ? static_cast<std::uint32_t>(*sequence.length) : ir::kNoVertex);
    if (!sequence.elements) return append(ir::kNoVertex);
    append(static_cast<std::uint32_t>(sequence.elements->size()));
    for (const ir::Value& element : *sequence.elements) {
      append(static_cast<std::uint32_t>(element.kind));
      if (element.kind != ir::ValueKind::kObject) append(element.text);
    }
  }

  const ir::FactBlock& block(std::uint32_t index) const { return graph_.block_record(index); }

  const ir::ModuleGraph& graph_;
  const std::unordered_set<ir::StringId> keys_;
  const Callables callables_;
  std::string bytes_;
  std::unordered_map<ir::Vertex, std::uint32_t> local_;
  std::vector<ir::Vertex> pending_;
  std::vector<std::optional<Summary>> summaries_;
  std::unordered_map<std::string, std::uint32_t> ids_;
};

// A, B, ..., Z, AA, AB, ...
std::string class_name(std::size_t index) {
  std::string name;
  for (++index; index > 0; index = (index - 1) / 26) name.insert(name.begin(), static_cast<char>('A' + (index - 1) % 26));
  return name;
}

}  // namespace

std::vector<LayerClass> classify_layers(const ir::ModuleGraph& graph, const rules::Profile& profile,
                                        const std::vector<rules::Located>& layers) {
  Canonical canonical(graph, profile);
  std::unordered_map<std::string, std::size_t> known;
  std::vector<LayerClass> classes;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const auto [entry, fresh] = known.emplace(canonical.of(layers[i]), classes.size());
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
