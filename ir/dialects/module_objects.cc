#include "ir/dialects/module_objects.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/dialects/module_link.h"
#include "ir/dialects/module_reach.h"
#include "ir/text/error.h"
#include "ir/text/escape.h"

namespace tracegate::ir {
namespace {

class ObjectCheck {
 public:
  ObjectCheck(const ModuleRecords& records, const ModuleGraph::Parts& parts) : records_(records), parts_(parts) {}

  void check() {
    const auto count = static_cast<Vertex>(parts_.objects.size());
    held_.assign(count, false);
    chunk_paths_.resize(count);
    chunks();
    for (Vertex vertex = 0; vertex < count; ++vertex) children(vertex);
    std::vector<bool> taken(parts_.strings.size());
    const std::vector<bool> reached = reached_objects(parts_);
    for (Vertex vertex = 0; vertex < count; ++vertex) {
      place(vertex);
      const StringId path = parts_.objects[vertex].path;
      if (taken[path] && !text(path).empty()) fail(vertex, "another object has this path");
      taken[path] = true;
      if (!reached[vertex]) fail(vertex, "no chunk, child table or reference leads to it");
    }
  }

 private:
  std::string_view text(StringId id) const { return parts_.strings.text(id); }
  const RawObject& raw(Vertex vertex) const { return records_.objects[vertex].record; }

  [[noreturn]] void fail(Vertex vertex, std::string_view what) const {
    const std::string path = shorten(text(parts_.objects[vertex].path));
    throw ReadError(fmt::format("object `{}` at offset {}: {}", path, records_.objects[vertex].offset, what));
  }

  // One chunk has the empty path. A module that stands twice in the list has the path of its first place.
  void chunks() {
    for (std::size_t i = 0; i < parts_.chunks.size(); ++i) {
      if (parts_.chunks[i].kind != ValueKind::kObject) continue;
      auto& path = chunk_paths_[parts_.chunks[i].record];
      if (!path) path = parts_.chunks.size() == 1 ? std::string() : fmt::format("[{}]", i);
    }
  }

  void children(Vertex parent) {
    const auto& table = parts_.children[parent];
    std::vector<StringId> names;
    names.reserve(table.size());
    for (const Child& child : table) {
      names.push_back(child.name);
      if (!parts_.classes[parts_.objects[child.vertex].class_record].is_module) {
        fail(parent, fmt::format("its child `{}` is of the class `{}`, which is no module", shorten(text(child.name)),
                                 shorten(text(parts_.classes[parts_.objects[child.vertex].class_record].full_name))));
      }
      if (raw(child.vertex).parent == parent && last_component(text(raw(child.vertex).path)) == text(child.name)) {
        held_[child.vertex] = true;
      }
    }
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice != names.end()) fail(parent, fmt::format("two children have the name `{}`", shorten(text(*twice))));
  }

  // The path must be the one that ir/dialect.md gives to what was reached in this way.
  void place(Vertex vertex) const {
    const std::string_view path = text(raw(vertex).path);
    if (raw(vertex).parent) {
      const Vertex parent = *raw(vertex).parent;
      if (!held_[vertex]) {
        fail(vertex, fmt::format("its input is object number {}, whose `children` do not hold it under the name `{}`", parent,
                                 shorten(last_component(path))));
      }
      const std::string_view above = text(raw(parent).path);
      const std::string_view name = last_component(path);
      const bool below = above.empty()
                             ? path == name
                             : path.size() == above.size() + 1 + name.size() && path.starts_with(above) && path[above.size()] == '.';
      if (!below) fail(vertex, fmt::format("its path is not that of object number {}, `{}`, and a name", parent, shorten(above)));
    } else if (const auto& expected = chunk_paths_[vertex]) {
      if (path != *expected) fail(vertex, fmt::format("it is a chunk, whose path is `{}`", *expected));
    } else if (path.empty()) {
      fail(vertex, "it is no chunk, and has no path");
    }
  }

  const ModuleRecords& records_;
  const ModuleGraph::Parts& parts_;
  std::vector<bool> held_;                               // by the child table of the module that is its input
  std::vector<std::optional<std::string>> chunk_paths_;  // of the objects that are chunks
};

}  // namespace

void check_objects(const ModuleRecords& records, const ModuleGraph::Parts& parts) { ObjectCheck(records, parts).check(); }

}  // namespace tracegate::ir
