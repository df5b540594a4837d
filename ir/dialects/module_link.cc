#include "ir/dialects/module_link.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/text/error.h"
#include "ir/text/escape.h"

namespace tracegate::ir {
namespace {

// Puts records in the order of their numbers, which must be 0, 1, 2, ...
template <typename T>
void sort_by_number(std::vector<Numbered<T>>& records, std::string_view what) {
  std::sort(records.begin(), records.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i].number != i) {
      const bool twice = i > 0 && records[i - 1].number == records[i].number;
      throw ReadError(fmt::format("{} number {} {}; the node at offset {} has number {}", what, twice ? records[i].number : i,
                                  twice ? "is there twice" : "is missing", records[i].offset, records[i].number));
    }
  }
}

template <typename T>
std::vector<T> records_of(std::vector<Numbered<T>>& records) {
  std::vector<T> out;
  out.reserve(records.size());
  for (auto& numbered : records) out.push_back(std::move(numbered.record));
  return out;
}

// `holder` gives the name of what refers: asked for a message only.
template <typename Holder>
void check_number(std::uint64_t number, std::size_t count, std::string_view what, const Holder& holder) {
  if (number >= count) throw ReadError(fmt::format("{} refers to {} number {}, but the file holds {}", holder(), what, number, count));
}

class Linker {
 public:
  Linker(ModuleRecords& records, ModuleGraph::Parts& parts) : records_(records), parts_(parts) {}

  void link() {
    sort_by_number(records_.classes, "class");
    sort_by_number(records_.callables, "callable");
    sort_by_number(records_.sequences, "sequence");
    sort_by_number(records_.tables, "table");
    sort_by_number(records_.blocks, "block of facts");
    sort_by_number(records_.objects, "object");
    parts_.classes = records_of(records_.classes);
    parts_.callables = records_of(records_.callables);
    parts_.sequences = records_of(records_.sequences);
    parts_.tables = records_of(records_.tables);
    parts_.blocks = records_of(records_.blocks);
    objects();
    references();
  }

 private:
  void objects() {
    const std::size_t count = records_.objects.size();
    parts_.children.resize(count);
    parts_.objects.reserve(count);
    for (auto& [number, offset, raw] : records_.objects) {
      const auto holder = [&, at = offset, path = raw.path] {
        return fmt::format("object `{}` at offset {}", shorten(parts_.strings.text(path)), at);
      };
      check_number(raw.class_record, parts_.classes.size(), "class", holder);
      if (raw.block) check_number(*raw.block, parts_.blocks.size(), "block of facts", holder);
      if (raw.parent) {
        check_number(*raw.parent, count, "object", holder);
        if (*raw.parent >= number)
          throw ReadError(fmt::format("{}: its parent has number {}, which is not before it", holder(), *raw.parent));
        // The objects are visited by number, so each table is filled in the order of the numbers.
        if (!records_.objects[*raw.parent].record.has_children) {
          const std::string name(last_component(parts_.strings.text(raw.path)));
          parts_.children[*raw.parent].push_back({parts_.strings.intern(name), number});
        }
      }
      for (const Child& child : raw.children) check_number(child.vertex, count, "object", holder);
      if (raw.has_children) parts_.children[number] = std::move(raw.children);
      parts_.objects.push_back({raw.path, raw.class_record, raw.block});
    }
  }

  void references() {
    for (std::size_t i = 0; i < parts_.classes.size(); ++i) {
      for (const std::uint32_t base : parts_.classes[i].bases) {
        check_number(base, parts_.classes.size(), "class", [&] { return fmt::format("class number {}", i); });
      }
    }
    for (std::size_t i = 0; i < parts_.callables.size(); ++i) {
      const auto& end = parts_.callables[i].end;
      if (end) check_number(*end, parts_.callables.size(), "callable", [&] { return fmt::format("callable number {}", i); });
    }
    for (std::size_t i = 0; i < parts_.sequences.size(); ++i) {
      if (!parts_.sequences[i].elements) continue;
      const std::string holder = fmt::format("sequence number {}", i);
      for (const Value& value : *parts_.sequences[i].elements) check_reference(value, parts_, holder);
    }
    for (std::size_t i = 0; i < parts_.tables.size(); ++i) {
      const std::string holder = fmt::format("table number {}", i);
      for (const Value& value : parts_.tables[i].rows) check_reference(value, parts_, holder);
    }
    for (std::size_t i = 0; i < parts_.blocks.size(); ++i) {
      const std::string holder = fmt::format("block of facts number {}", i);
      for (const auto& [key, value] : parts_.blocks[i].facts) check_reference(value, parts_, holder);
      for (const auto& [key, value] : parts_.blocks[i].callables) check_reference(value, parts_, holder);
      for (const Parameter& parameter : parts_.blocks[i].parameters) check_reference(parameter.value, parts_, holder);
    }
  }

  ModuleRecords& records_;
  ModuleGraph::Parts& parts_;
};

}  // namespace

std::string_view last_component(std::string_view path) {
  for (std::size_t at = path.size(); at > 0; --at) {
    if (path[at - 1] != '.') continue;
    std::size_t backslashes = 0;
    while (at - 1 > backslashes && path[at - 2 - backslashes] == '\\') ++backslashes;
    if (backslashes % 2 == 0) return path.substr(at);
  }
  return path;
}

void check_reference(const Value& value, const ModuleGraph::Parts& parts, std::string_view what) {
  const auto holder = [&] { return what; };
  switch (value.kind) {
    case ValueKind::kCallable:
      return check_number(value.record, parts.callables.size(), "callable", holder);
    case ValueKind::kObject:
      return check_number(value.record, parts.objects.size(), "object", holder);
    case ValueKind::kSequence:
      return check_number(value.record, parts.sequences.size(), "sequence", holder);
    case ValueKind::kTable:
      return check_number(value.record, parts.tables.size(), "table", holder);
    default:
      return;
  }
}

void link_records(ModuleRecords& records, ModuleGraph::Parts& parts) {
  parts.strings = std::move(records.strings);
  Linker(records, parts).link();
}

}  // namespace tracegate::ir
