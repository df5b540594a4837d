#include "ir/graph/graph_edit.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

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
  explicit Editor(const ModuleGraph& graph)
      : graph_(graph), containment_(graph.containment()), overlay_(graph.overlay() == nullptr ? Overlay() : *graph.overlay()) {}

  void apply(const Edit& edit) {
    switch (edit.kind) {
      case Edit::Kind::kSetRun:
        return;
      case Edit::Kind::kFirstChunk:
        overlay_.first_chunk_only = true;
        return;
      case Edit::Kind::kSetGlobal:
        if (const auto value = parsed(edit.value)) {
          if (!overlay_.globals) overlay_.globals = graph_.globals();
          (*overlay_.globals)[intern(edit.name)] = *value;
        }
        return;
      default:
        if (edit.object < graph_.size()) apply_to_object(edit);
    }
  }

  ModuleGraph finish() { return graph_.with(std::move(overlay_), std::move(containment_)); }

 private:
  void apply_to_object(const Edit& edit) {
    const StringId name = intern(edit.name);
    switch (edit.kind) {
      case Edit::Kind::kSetValue:
        if (const auto value = parsed(edit.value)) set(edit.object, name, *value);
        break;
      case Edit::Kind::kSetCallable:
        set(edit.object, name, callable(edit.value));
        break;
      case Edit::Kind::kRemove:
        remove(edit.object, name);
        break;
      case Edit::Kind::kSetClass:
        object(edit.object).class_record = class_of(edit.object, edit.value);
        break;
      case Edit::Kind::kClearHooks:
        erase(block(edit.object).facts, intern("#" + edit.name));
        break;
      case Edit::Kind::kRemoveEntry:
        remove_entry(edit.object, name, edit.name);
        break;
      case Edit::Kind::kRestoreDelegate:
        put(block(edit.object).facts, intern("@" + edit.name), own_forward());
        break;
      default:
        graft(edit);
    }
  }

  StringId intern(std::string_view text) {
    const StringId known = graph_.find(text);
    if (known != kNoString && known < graph_.shared_texts()) return known;
    return static_cast<StringId>(graph_.shared_texts() + overlay_.strings.intern(text));
  }

  std::optional<Value> parsed(std::string_view text) {
    Strings own;
    auto value = parse_value(text, own);
    if (value) value->text = intern(text);
    return value;
  }

  Object& object(Vertex vertex) { return overlay_.objects.try_emplace(vertex, graph_.object(vertex)).first->second; }

  // The object's own block: objects of equal facts share one until they are edited.
  FactBlock& block(Vertex vertex) {
    std::optional<std::uint32_t>& index = object(vertex).block;
    if (!index || *index < graph_.shared_blocks()) {
      FactBlock own = index ? graph_.block_record(*index) : FactBlock();
      index = static_cast<std::uint32_t>(graph_.shared_blocks() + overlay_.blocks.size());
      overlay_.blocks.push_back(std::move(own));
    }
    return overlay_.blocks[*index - graph_.shared_blocks()];
  }

  std::vector<Child> children(Vertex vertex) const {
    const std::span<const Child> own = containment_.children(vertex);
    return {own.begin(), own.end()};
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
    std::vector<Child> left = children(vertex);
    if (std::erase_if(left, [&](const Child& child) { return child.name == name; }) > 0) containment_.replace(vertex, std::move(left));
  }

  void remove_entry(Vertex vertex, StringId name, const std::string& entry) {
    FactBlock& own = block(vertex);
    erase(own.facts, intern("@" + entry));
    std::erase_if(own.callables, [&](const auto& callable) { return callable.first == name; });
    std::erase(own.shadows, name);
  }

  void graft(const Edit& edit) {
    if (edit.source >= graph_.size()) return;
    const Fact found = graph_.read(edit.source, edit.name);
    if (found.state != Fact::State::kPresent) return;
    const StringId name = intern(edit.name);
    remove(edit.object, name);
    const bool child = found.value.kind == ValueKind::kObject && found.value.text == kNoString;
    if (child) {
      std::vector<Child> more = children(edit.object);
      more.push_back({name, found.value.record});
      containment_.replace(edit.object, std::move(more));
    } else {
      put(block(edit.object).facts, name, found.value);
    }
  }

  Value add(CallableRecord record) {
    const auto number = static_cast<std::uint32_t>(file_callables_ + overlay_.callables.size());
    overlay_.callables.push_back(std::move(record));
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
    for (std::uint32_t i = 0; i < file_classes_ + overlay_.classes.size(); ++i) {
      if (class_record(i).full_name == name && class_record(i).own) return i;
    }
    ClassRecord record = class_record(object(vertex).class_record);
    const auto dot = full_name.rfind('.');
    record.module = intern(dot == std::string_view::npos ? std::string_view() : full_name.substr(0, dot));
    record.name = intern(dot == std::string_view::npos ? full_name : full_name.substr(dot + 1));
    record.full_name = name;
    record.own = true;
    record.forward_in = record.module;
    record.source = kNoString;
    overlay_.classes.push_back(std::move(record));
    return static_cast<std::uint32_t>(file_classes_ + overlay_.classes.size() - 1);
  }

  const ClassRecord& class_record(std::uint32_t index) const {
    return index < file_classes_ ? graph_.class_record(index) : overlay_.classes[index - file_classes_];
  }

  const ModuleGraph& graph_;
  Containment containment_;
  Overlay overlay_;
  const std::size_t file_classes_ = graph_.classes() - overlay_.classes.size();
  const std::size_t file_callables_ = graph_.callables() - overlay_.callables.size();
};

}  // namespace

ModuleGraph edited(const ModuleGraph& graph, std::span<const Edit> edits) {
  Editor editor(graph);
  for (const Edit& edit : edits) editor.apply(edit);
  return editor.finish();
}

}  // namespace tracegate::ir
