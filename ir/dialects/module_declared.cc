#include "ir/dialects/module_declared.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/text/error.h"
#include "ir/text/escape.h"

namespace tracegate::ir {
namespace {

class DeclaredCheck {
 public:
  DeclaredCheck(const ModuleRecords& records, const ModuleGraph::Parts& parts, const Declared& declared)
      : records_(records), parts_(parts), declared_(declared) {}

  void check() {
    for (block_ = 0; block_ < parts_.blocks.size(); ++block_) {
      const FactBlock& block = parts_.blocks[block_];
      for (const auto& [key, value] : block.facts) fact(key, value);
      if (!block.callables.empty()) collected(fmt::format("(){}", text(block.callables.front().first)), "callables");
      if (!block.parameters.empty()) collected(fmt::format("%0.{}", text(block.parameters.front().name)), "parameters");
    }
  }

 private:
  std::string_view text(StringId id) const { return parts_.strings.text(id); }

  [[noreturn]] void fail(std::string_view what) const {
    throw ReadError(fmt::format("block of facts number {} at offset {}: {}", block_, records_.blocks[block_].offset, what));
  }

  [[noreturn]] void undeclared(std::string_view key, std::string_view why) const {
    fail(fmt::format("fact `{}` is not declared: {}", shorten(key), why));
  }

  void collected(std::string_view key, std::string_view kind) const {
    if (declared_.kinds.contains(kind)) return;
    undeclared(key, fmt::format("metadata `tracegate.collected` does not name `{}`", kind));
  }

  void listed(std::string_view key, std::string_view kind, const std::set<StringId>& names) const {
    collected(key, kind);
    const std::string_view name = key.substr(1);
    if (names.contains(parts_.strings.find(name))) return;
    undeclared(key, fmt::format("metadata `tracegate.{}` does not list `{}`", kind, shorten(name)));
  }

  void fact(StringId id, const Value& value) const {
    const std::string_view key = text(id);
    switch (key.front()) {
      case '@':
        return listed(key, "instance", parts_.collected.instance);
      case '#':
        return listed(key, "hooks", parts_.collected.hooks);
      case '[':
        return collected(key, "reads");
      case '?':
        collected(key, "reads");
        if (declared_.marks.contains(id)) return;
        undeclared(key, fmt::format("no line of metadata `tracegate.reads` begins with `{}>`", shorten(key.substr(1))));
      default:
        read(id, value);
    }
  }

  void read(StringId key, const Value& value) const {
    if (parts_.collected.tables.contains(key)) return table(key, value);
    if (value.kind == ValueKind::kTable) {
      undeclared(text(key), fmt::format("it is a table, and metadata `tracegate.tables` does not list `{}`", shorten(text(key))));
    }
    collected(text(key), "reads");
    if (parts_.collected.reads.contains(key)) return;
    const auto& restricted = parts_.collected.reads_on;
    auto entry = restricted.lower_bound({key, 0});
    if (entry == restricted.end() || entry->first != key) {
      undeclared(text(key), fmt::format("metadata `tracegate.reads` does not list `{}`", shorten(text(key))));
    }
    for (; entry != restricted.end() && entry->first == key; ++entry) {
      if (holds(entry->second)) return;
    }
    undeclared(text(key), fmt::format("metadata `tracegate.reads` lists it as `ON>{}` only, and the block has no fact `?ON` of that",
                                      shorten(text(key))));
  }

  bool holds(StringId key) const {
    const auto& facts = parts_.blocks[block_].facts;
    return std::binary_search(facts.begin(), facts.end(), std::pair<StringId, Value>(key, {}),
                              [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  void table(StringId key, const Value& value) const {
    if (value.kind != ValueKind::kTable) return;
    std::string fields;
    for (const StringId field : parts_.tables[value.record].fields) {
      if (!fields.empty()) fields += ' ';
      fields += text(field);
    }
    const std::string& expected = declared_.fields.at(key);
    if (fields == expected) return;
    fail(fmt::format("fact `{}` is table number {} with the fields `{}`, but metadata `tracegate.tables` lists `{}`", shorten(text(key)),
                     value.record, shorten(fields), shorten(escape_bytes(expected))));
  }

  const ModuleRecords& records_;
  const ModuleGraph::Parts& parts_;
  const Declared& declared_;
  std::size_t block_ = 0;
};

}  // namespace

void check_declared(const ModuleRecords& records, const ModuleGraph::Parts& parts, const Declared& declared) {
  DeclaredCheck(records, parts, declared).check();
}

}  // namespace tracegate::ir
