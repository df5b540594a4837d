#include "analyzer/gate/canonical_layer.h"

#include <algorithm>

#include <fmt/format.h>

#include "rules/language/rule.pb.h"
#include "rules/predicates/fact_needs.h"

namespace tracegate::analyzer {
namespace {

constexpr std::uint32_t kOutside = 0xFFFFFFFF;  // no number in this layer
constexpr char32_t kEnd = 0xFFFFFFFF;           // of a list; no number of a record or a text

void put(std::u32string& text, std::uint32_t number) { text.push_back(static_cast<char32_t>(number)); }

void put(std::u32string& text, std::uint64_t high_and_low) {
  put(text, static_cast<std::uint32_t>(high_and_low >> 32));
  put(text, static_cast<std::uint32_t>(high_and_low));
}

bool contains(const std::vector<bool>& names, ir::StringId name) { return name < names.size() && names[name]; }

}  // namespace

CanonicalLayer::CanonicalLayer(const ir::ModuleGraph& graph, const rules::Profile& profile, const rules::Places& places,
                               const rules::Results& model)
    : graph_(graph), local_(graph.size(), kOutside) {
  want(profile);
  mark(profile, places, model);
}

void CanonicalLayer::want(const rules::Profile& profile) {
  const rules::FactNeeds needs = rules::fact_needs(profile);
  const auto add = [&](std::vector<bool>& to, std::string_view name) {
    const ir::StringId id = graph_.find(name);
    if (id == ir::kNoString) return;
    if (id >= to.size()) to.resize(id + 1);
    to[id] = true;
  };
  for (const std::string& name : needs.reads) {
    add(wanted_.facts, name);
    add(wanted_.parameters, name);
  }
  for (const std::string& name : needs.instance) add(wanted_.facts, fmt::format("@{}", name));
  for (const std::string& name : needs.hooks) add(wanted_.facts, fmt::format("#{}", name));
  if (needs.lengths) add(wanted_.facts, "[]");
  // Whether a name was asked for on an object at all: also by another profile than this one.
  for (const auto& [name, mark] : graph_.collected().reads_on) add(wanted_.facts, graph_.text(mark));
  for (const std::string& name : needs.callables) add(wanted_.callables, name);
  wanted_.all_callables = needs.all_callables;
  wanted_.all_parameters = needs.parameters;
}

void CanonicalLayer::mark(const rules::Profile& profile, const rules::Places& places, const rules::Results& model) {
  for (std::size_t place = 0; place < profile.places(); ++place) {
    if (profile.place_per_layer(place)) continue;
    const ir::Vertex vertex = places.at(place).vertex();
    if (vertex != ir::kNoVertex) put(marks_[vertex], static_cast<std::uint32_t>(place));
  }
  // A condition of the model may block one of a layer at the very same object.
  for (std::size_t i = 0; i < profile.conditions(); ++i) {
    for (const rules::schema::Requirement& required : profile.condition(i).require()) {
      if (required.condition().empty() || !required.at().empty()) continue;
      const std::size_t other = profile.condition_index(required.condition());
      for (const rules::Result& result : model[other]) {
        const rules::Verdict verdict = result.outcome.verdict;
        const bool blocks = verdict == rules::Verdict::kMissed || verdict == rules::Verdict::kBlocked;
        if (!blocks || result.vertex == ir::kNoVertex) continue;
        std::u32string& marks = marks_[result.vertex];
        put(marks, static_cast<std::uint32_t>(profile.places() + other));
        put(marks, static_cast<std::uint32_t>(result.slot + 1));
      }
    }
  }
}

const std::u32string& CanonicalLayer::of(const rules::Located& layer) {
  words_.clear();
  for (const ir::Vertex vertex : order_) local_[vertex] = kOutside;
  order_.clear();
  const ir::Vertex root = layer.vertex();
  if (root == ir::kNoVertex) {
    put(words_, static_cast<std::uint32_t>(layer.value.kind));
    put(words_, layer.value.text);
    put(words_, layer.value.record);
    return words_;
  }
  graph_.containment().preorder(root, [&](ir::Vertex vertex, ir::Vertex, ir::StringId) { number(vertex); });
  // Objects that are no modules join the list when a fact refers to them.
  for (std::size_t i = 0; i < order_.size(); ++i) object(order_[i]);
  return words_;
}

std::uint32_t CanonicalLayer::number(ir::Vertex vertex) {
  if (local_[vertex] == kOutside) {
    local_[vertex] = static_cast<std::uint32_t>(order_.size());
    order_.push_back(vertex);
  }
  return local_[vertex];
}

void CanonicalLayer::object(ir::Vertex vertex) {
  put(words_, graph_.object(vertex).class_record);
  if (const auto marks = marks_.find(vertex); marks != marks_.end()) words_ += marks->second;
  words_.push_back(kEnd);
  const auto children = graph_.children(vertex);
  put(words_, static_cast<std::uint32_t>(children.size()));
  for (const ir::Child& child : children) {
    put(words_, child.name);
    reference(child.vertex);
  }
  const Summary& summary = summary_of(graph_.block(vertex));
  put(words_, summary.id);
  for (const ir::Value& value : summary.references) contents(value);
}

// Inside the layer by its place there; a module outside it by its place in the model, so that the walk stays in the layer.
void CanonicalLayer::reference(ir::Vertex vertex) {
  const bool inside = local_[vertex] != kOutside || !graph_.class_of(vertex).is_module;
  put(words_, inside ? 1u : 0u);
  put(words_, inside ? number(vertex) : vertex);
}

void CanonicalLayer::contents(const ir::Value& value) {
  if (value.kind == ir::ValueKind::kObject) return reference(value.record);
  for (const ir::Value& element : *graph_.sequence(value.record).elements) {
    if (element.kind == ir::ValueKind::kObject) reference(element.record);
  }
}

const CanonicalLayer::Summary& CanonicalLayer::summary_of(const ir::FactBlock& block) {
  const auto [entry, fresh] = summaries_.try_emplace(&block);
  Summary& summary = entry->second;
  if (!fresh) return summary;
  std::u32string text;
  for (const auto& [key, value] : block.facts) {
    if (contains(wanted_.facts, key)) add_fact(key, value, text, summary);
  }
  text.push_back(kEnd);
  for (const ir::Parameter& parameter : block.parameters) {
    if (wanted_.all_parameters || contains(wanted_.parameters, parameter.name)) add_fact(parameter.name, parameter.value, text, summary);
  }
  text.push_back(kEnd);
  for (const auto& [name, value] : block.callables) {
    if (wanted_.all_callables || contains(wanted_.callables, name)) add_fact(name, value, text, summary);
  }
  text.push_back(kEnd);
  for (const ir::StringId name : block.shadows) {
    if (wanted_.all_callables || contains(wanted_.callables, name)) put(text, name);
  }
  summary.id = ids_.emplace(std::move(text), static_cast<std::uint32_t>(ids_.size())).first->second;
  return summary;
}

void CanonicalLayer::add_fact(ir::StringId key, const ir::Value& value, std::u32string& text, Summary& summary) const {
  put(text, key);
  put(text, static_cast<std::uint32_t>(value.kind));
  switch (value.kind) {
    case ir::ValueKind::kObject:
      summary.references.push_back(value);
      return;
    case ir::ValueKind::kSequence:
      add_sequence(graph_.sequence(value.record), text);
      if (graph_.sequence(value.record).elements) summary.references.push_back(value);
      return;
    default:
      return put(text, value.text);
  }
}

void CanonicalLayer::add_sequence(const ir::SequenceRecord& sequence, std::u32string& text) const {
  put(text, sequence.kind);
  put(text, sequence.length ? 1u : 0u);
  put(text, static_cast<std::uint64_t>(sequence.length.value_or(0)));
  if (!sequence.elements) return text.push_back(kEnd);
  put(text, static_cast<std::uint32_t>(sequence.elements->size()));
  for (const ir::Value& element : *sequence.elements) {
    put(text, static_cast<std::uint32_t>(element.kind));
    if (element.kind != ir::ValueKind::kObject) put(text, element.text);
  }
}

}  // namespace tracegate::analyzer
