#include "ir/graph/graph_edit.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace tracegate::ir {
namespace {

using Facts = std::vector<std::pair<StringId, Value>>;

Facts::iterator lower(Facts& facts, StringId key) {
  return std::lower_bound(facts.begin(), facts.end(), key, [](const auto& fact, StringId wanted) { return fact.first < wanted; });
}

void erase(Facts& facts, StringId key) {
  const auto at = lower(facts, key);
  if (at != facts.end() && at->first == key) facts.erase(at);
}

void put(Facts& facts, StringId key, const Value& value) {
  const auto at = lower(facts, key);
  if (at != facts.end() && at->first == key) {
    at->second = value;
  } else {
    facts.insert(at, {key, value});
  }
}

class Editor {
 public:
  explicit Editor(const ModuleGraph& graph) : graph_(graph), parts_(graph.parts()) {}

  void apply(const Edit& edit) {
    switch (edit.kind) {
      case Edit::Kind::kSetRun:
        return;
      case Edit::Kind::kFirstChunk:
        if (parts_.chunks.size() > 1) parts_.chunks.resize(1);
        return;
      case Edit::Kind::kSetGlobal:
        if (const auto value = parse_value(edit.value, parts_.strings)) parts_.globals[intern(edit.name)] = *value;
        return;
      default:
        if (edit.object < parts_.objects.size()) apply_to_object(edit);
    }
  }

  ModuleGraph finish() { return ModuleGraph(std::move(parts_)); }

 private:
  void apply_to_object(const Edit& edit) {
    const StringId name = intern(edit.name);
    switch (edit.kind) {
      case Edit::Kind::kSetValue:
        if (const auto value = parse_value(edit.value, parts_.strings)) set(edit.object, name, *value);
        break;
      case Edit::Kind::kSetCallable:
        set(edit.object, name, callable(edit.value));
        break;
      case Edit::Kind::kRemove:
        remove(edit.object, name);
        break;
      case Edit::Kind::kSetClass:
        parts_.objects[edit.object].class_record = class_of(edit.object, edit.value);
        break;
      case Edit::Kind::kClearHooks:
        erase(block(edit.object).facts, intern("#" + edit.name));
        break;
      case Edit::Kind::kRemoveEntry:
        remove_entry(edit.object, name);
        break;
      case Edit::Kind::kRestoreDelegate:
        put(block(edit.object).facts, intern("@" + edit.name), own_forward());
        break;
      default:
        graft(edit);
    }
  }

  StringId intern(std::string_view text) { return parts_.strings.intern(text); }

  // The object's own block: objects of equal facts share one until they are edited.
  FactBlock& block(Vertex vertex) {
    const auto [entry, fresh] = own_blocks_.emplace(vertex, static_cast<std::uint32_t>(parts_.blocks.size()));
    if (fresh) {
      parts_.blocks.push_back(graph_.block(vertex));
      parts_.objects[vertex].block = entry->second;
    }
    return parts_.blocks[entry->second];
  }

  void set(Vertex vertex, StringId name, const Value& value) {
    FactBlock& own = block(vertex);
    for (Parameter& parameter : own.parameters) {
      if (parameter.name != name) continue;
      parameter.value = value;
      return;
    }
    put(own.facts, name, value);
  }

  void remove(Vertex vertex, StringId name) {
    FactBlock& own = block(vertex);
    erase(own.facts, name);
    std::erase_if(own.parameters, [&](const Parameter& parameter) { return parameter.name == name; });
    std::erase_if(parts_.children[vertex], [&](const Child& child) { return child.name == name; });
  }

  void remove_entry(Vertex vertex, StringId name) {
    FactBlock& own = block(vertex);
    erase(own.facts, intern(fmt::format("@{}", parts_.strings.text(name))));
    std::erase_if(own.callables, [&](const auto& entry) { return entry.first == name; });
    std::erase(own.shadows, name);
  }

  void graft(const Edit& edit) {
    if (edit.source >= parts_.objects.size()) return;
    const Fact found = graph_.read(edit.source, edit.name);
    if (found.state != Fact::State::kPresent) return;
    const StringId name = intern(edit.name);
    remove(edit.object, name);
    const bool child = found.value.kind == ValueKind::kObject && found.value.text == kNoString;
    if (child) {
      parts_.children[edit.object].push_back({name, found.value.record});
    } else {
      put(block(edit.object).facts, name, found.value);
    }
  }

  Value add(CallableRecord record) {
    const auto number = static_cast<std::uint32_t>(parts_.callables.size());
    parts_.callables.push_back(std::move(record));
    return {ValueKind::kCallable, intern(fmt::format("fn:{}", number)), number};
  }

  Value callable(std::string_view full_name) {
    CallableRecord record;
    record.kind = intern("function");
    record.full_name = intern(full_name);
    record.own = true;
    return add(std::move(record));
  }

  Value own_forward() {
    CallableRecord record;
    record.kind = intern("method");
    record.full_name = intern("forward");
    record.bound = Bound::kSelf;
    record.class_forward = true;
    return add(std::move(record));
  }

  // A class that the file has, else one of which only the name is known: derived from the object's class now.
  std::uint32_t class_of(Vertex vertex, std::string_view full_name) {
    const StringId name = intern(full_name);
    for (std::uint32_t i = 0; i < parts_.classes.size(); ++i) {
      if (parts_.classes[i].full_name == name && parts_.classes[i].own) return i;
    }
    ClassRecord record = parts_.classes[parts_.objects[vertex].class_record];
    const auto dot = full_name.rfind('.');
    record.module = intern(dot == std::string_view::npos ? std::string_view() : full_name.substr(0, dot));
    record.name = intern(dot == std::string_view::npos ? full_name : full_name.substr(dot + 1));
    record.full_name = name;
    record.own = true;
    record.forward_in = record.module;
    record.source = kNoString;
    parts_.classes.push_back(std::move(record));
    return static_cast<std::uint32_t>(parts_.classes.size() - 1);
  }

  const ModuleGraph& graph_;
  ModuleGraph::Parts parts_;
  std::map<Vertex, std::uint32_t> own_blocks_;
};

}  // namespace

ModuleGraph edited(const ModuleGraph& graph, std::span<const Edit> edits) {
  Editor editor(graph);
  for (const Edit& edit : edits) editor.apply(edit);
  return editor.finish();
}

}  // namespace tracegate::ir
