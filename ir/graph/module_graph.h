// The module graph of one model: objects, their classes and their facts. Constant once it is read.
//
// An edited graph (ir/graph/graph_edit.h) shares everything with the one it was made from but what differs, which its overlay holds. Copies
// are cheap, and each keeps alive what it shares.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ir/graph/containment.h"
#include "ir/graph/fact.h"
#include "ir/graph/graph_parts.h"
#include "ir/graph/overlay.h"

namespace tracegate::ir {

class ModuleGraph {
 public:
  using Parts = GraphParts;

  explicit ModuleGraph(Parts parts);
  // This graph with another overlay instead of its own, and with other child tables.
  ModuleGraph with(Overlay overlay, Containment containment) const;
  // Null for a graph that is not edited.
  const Overlay* overlay() const { return overlay_.get(); }

  std::size_t size() const { return base_->parts.objects.size(); }
  const Object& object(Vertex vertex) const {
    if (overlay_ != nullptr) [[unlikely]] {
      const auto edited = overlay_->objects.find(vertex);
      if (edited != overlay_->objects.end()) return edited->second;
    }
    return base_->parts.objects[vertex];
  }
  const ClassRecord& class_of(Vertex vertex) const { return class_record(object(vertex).class_record); }
  const ClassRecord& class_record(std::uint32_t index) const {
    const auto& base = base_->parts.classes;
    return index < base.size() ? base[index] : overlay_->classes[index - base.size()];
  }
  std::size_t classes() const { return base_->parts.classes.size() + (overlay_ == nullptr ? 0 : overlay_->classes.size()); }
  const CallableRecord& callable(std::uint32_t index) const {
    const auto& base = base_->parts.callables;
    return index < base.size() ? base[index] : overlay_->callables[index - base.size()];
  }
  std::size_t callables() const { return base_->parts.callables.size() + (overlay_ == nullptr ? 0 : overlay_->callables.size()); }
  const SequenceRecord& sequence(std::uint32_t index) const { return base_->parts.sequences[index]; }
  const TableRecord& table(std::uint32_t index) const { return base_->parts.tables[index]; }
  std::size_t tables() const { return base_->parts.tables.size(); }
  const FactBlock& block_record(std::uint32_t index) const {
    const auto& base = base_->parts.blocks;
    return index < base.size() ? base[index] : overlay_->blocks[index - base.size()];
  }
  // Blocks of the file; those of edited objects have greater numbers.
  std::size_t shared_blocks() const { return base_->parts.blocks.size(); }
  // Never null: an object without facts has the empty block.
  const FactBlock& block(Vertex vertex) const {
    const auto& index = object(vertex).block;
    return index ? block_record(*index) : base_->empty_block;
  }
  const Containment& containment() const { return containment_; }
  std::span<const Child> children(Vertex vertex) const { return containment_.children(vertex); }

  std::string_view text(StringId id) const {
    const Strings& base = base_->parts.strings;
    return id < base.size() ? base.text(id) : overlay_->strings.text(static_cast<StringId>(id - base.size()));
  }
  // Empty for a child or an element, which no text stands for.
  std::string_view text(const Value& value) const { return value.text == kNoString ? std::string_view() : text(value.text); }
  StringId find(std::string_view text) const;
  // The key of a fact of the instance dictionary (`@`) or of the hook tables (`#`).
  StringId find_marked(char mark, std::string_view name) const;
  // Texts of the file; those that edits brought have greater numbers.
  std::size_t shared_texts() const { return base_->parts.strings.size(); }

  const std::string& dialect() const { return base_->parts.dialect; }
  const Collected& collected() const { return base_->parts.collected; }
  const std::map<StringId, Value>& globals() const {
    return overlay_ != nullptr && overlay_->globals ? *overlay_->globals : base_->parts.globals;
  }
  std::span<const Value> chunks() const {
    const std::span<const Value> all = base_->parts.chunks;
    return overlay_ != nullptr && overlay_->first_chunk_only ? all.first(std::min<std::size_t>(all.size(), 1)) : all;
  }
  const RunFacts& run() const { return base_->parts.run; }
  const std::map<std::string, std::string>& versions() const { return base_->parts.versions; }

  // Look-ups by name; a name that stands nowhere in the file is not collected.
  // An attribute as getattr gives it: a written read, else the child, else the parameter of that name.
  Fact read(Vertex vertex, std::string_view name) const;
  // An entry of the instance dictionary.
  Fact instance(Vertex vertex, std::string_view key) const;
  // A hook table: present with its sequence, or absent where it is empty.
  Fact hooks(Vertex vertex, std::string_view table) const;
  // What len() gives, where it is known: for a sequence of children their number, else what the exporter wrote.
  std::optional<std::int64_t> length(const Value& value) const;

 private:
  struct Base {
    Parts parts;  // without the child tables
    FactBlock empty_block;
  };

  bool is_read(Vertex vertex, StringId key) const;
  const Value* written(Vertex vertex, StringId key) const;
  Fact as_fact(const Value& value) const;

  std::shared_ptr<const Base> base_;
  Containment containment_;
  std::shared_ptr<const Overlay> overlay_;
  StringId length_key_ = kNoString;
};

}  // namespace tracegate::ir
