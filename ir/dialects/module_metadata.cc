#include "ir/dialects/module_metadata.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "ir/dialects/module_link.h"
#include "ir/run/run.h"
#include "ir/text/error.h"
#include "ir/text/escape.h"

namespace tracegate::ir {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    text = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
  }
  return parts;
}

constexpr std::string_view kKnownKeys[] = {"tracegate.digest",   "tracegate.dialect", "tracegate.collected", "tracegate.reads",
                                           "tracegate.instance", "tracegate.hooks",   "tracegate.tables",    "tracegate.globals",
                                           "tracegate.chunks",   "tracegate.run",     "tracegate.versions"};

constexpr std::string_view kChunkKinds[] = {"one", "list", "tuple", "ModuleList"};

// A look-up asks for each of them.
constexpr std::size_t kMostMarks = 1000;

// Fills the parts that the metadata tells.
class MetadataReader {
 public:
  MetadataReader(const Metadata& metadata, ModuleGraph::Parts& parts) : metadata_(metadata), parts_(parts) {}

  Declared read() {
    collected();
    chunks();
    if (const auto* text = find("tracegate.run")) parts_.run = parse_run(*text);
    if (const auto* text = find("tracegate.versions")) {
      for (const auto line : split(*text, '\n')) {
        const auto [name, version] = pair("tracegate.versions", line, '=');
        if (!parts_.versions.emplace(escape_bytes(name), escape_bytes(version)).second) twice("tracegate.versions", name);
      }
    }
    return std::move(declared_);
  }

 private:
  const std::string* find(const std::string& key) const {
    const auto found = metadata_.find(key);
    return found == metadata_.end() ? nullptr : &found->second;
  }

  const std::string& required(const std::string& key) const {
    const std::string* text = find(key);
    if (text == nullptr) throw ReadError(fmt::format("metadata `{}` is missing", key));
    return *text;
  }

  [[noreturn]] static void twice(std::string_view key, std::string_view name) {
    throw ReadError(fmt::format("metadata `{}`: `{}` is there twice", key, shorten(escape_bytes(name))));
  }

  StringId name(std::string_view key, std::string_view text) const {
    if (text.empty() || !is_escaped_text(text)) {
      throw ReadError(fmt::format("metadata `{}`: `{}` is no name", key, shorten(escape_bytes(text))));
    }
    return parts_.strings.intern(text);
  }

  std::pair<std::string_view, std::string_view> pair(std::string_view key, std::string_view line, char separator) const {
    const auto at = line.find(separator);
    if (at == std::string_view::npos) {
      throw ReadError(fmt::format("metadata `{}`: `{}` has no `{}`", key, shorten(escape_bytes(line)), separator));
    }
    return {line.substr(0, at), line.substr(at + 1)};
  }

  Value value(std::string_view key, std::string_view text) const {
    const auto parsed = parse_value(text, parts_.strings);
    if (!parsed) throw ReadError(fmt::format("metadata `{}`: `{}` is no value of the dialect", key, shorten(escape_bytes(text))));
    check_reference(*parsed, parts_, fmt::format("metadata `{}`", key));
    return *parsed;
  }

  void names(const std::string& key, std::set<StringId>& to) const {
    for (const auto line : split(required(key), '\n')) {
      if (!to.insert(name(key, line)).second) twice(key, line);
    }
  }

  // A kind that is not named was not collected, whatever else the file says of it. The key of a kind that is named is required: a file that
  // was cut between two entries must not look like one that says less.
  void collected() {
    Collected& collected = parts_.collected;
    for (const auto kind : split(required("tracegate.collected"), ' ')) {
      if (!declared_.kinds.emplace(kind).second) twice("tracegate.collected", kind);
      if (kind == "callables") {
        collected.callables = true;
      } else if (kind == "parameters") {
        collected.parameters = true;
      } else if (kind == "globals") {
        collected.globals = true;
        globals();
      } else if (kind == "hooks") {
        names("tracegate.hooks", collected.hooks);
      } else if (kind == "instance") {
        names("tracegate.instance", collected.instance);
      } else if (kind == "reads") {
        reads();
      } else if (kind == "tables") {
        tables();
      } else {
        throw ReadError(fmt::format("metadata `tracegate.collected`: kind `{}` is not known to module/1; a newer tracegate may know it",
                                    shorten(escape_bytes(kind))));
      }
    }
  }

  void reads() {
    std::set<StringId>& marks = declared_.marks;
    for (const auto line : split(required("tracegate.reads"), '\n')) {
      const auto arrow = line.find('>');
      if (arrow == std::string_view::npos) {
        if (!parts_.collected.reads.insert(name("tracegate.reads", line)).second) twice("tracegate.reads", line);
      } else {
        name("tracegate.reads", line.substr(0, arrow));
        const StringId mark = parts_.strings.intern(fmt::format("?{}", line.substr(0, arrow)));
        marks.insert(mark);
        const StringId read = name("tracegate.reads", line.substr(arrow + 1));
        if (!parts_.collected.reads_on.emplace(read, mark).second) twice("tracegate.reads", line);
      }
    }
    if (marks.size() > kMostMarks) {
      throw ReadError(fmt::format("metadata `tracegate.reads`: {} names stand before `>`, at most {} are read", marks.size(), kMostMarks));
    }
  }

  void tables() {
    for (const auto line : split(required("tracegate.tables"), '\n')) {
      const auto space = line.find(' ');
      const StringId table = name("tracegate.tables", line.substr(0, space));
      if (!parts_.collected.tables.insert(table).second) twice("tracegate.tables", line.substr(0, space));
      declared_.fields.emplace(table, space == std::string_view::npos ? "" : line.substr(space + 1));
    }
  }

  void globals() {
    for (const auto line : split(required("tracegate.globals"), '\n')) {
      const auto [key, rest] = pair("tracegate.globals", line, '=');
      if (!parts_.globals.emplace(name("tracegate.globals", key), global_value(rest)).second) twice("tracegate.globals", key);
    }
  }

  // "absent:module" and "absent:attribute" are values of globals only: nothing to look at.
  Value global_value(std::string_view text) const {
    if (text == "absent:module" || text == "absent:attribute") {
      return {ValueKind::kOther, parts_.strings.intern(text), 0};
    }
    return value("tracegate.globals", text);
  }

  void chunks() {
    const auto lines = split(required("tracegate.chunks"), '\n');
    if (lines.empty()) throw ReadError("metadata `tracegate.chunks` is empty; its first line is the kind of the list");
    if (std::find(std::begin(kChunkKinds), std::end(kChunkKinds), lines.front()) == std::end(kChunkKinds)) {
      throw ReadError(fmt::format("metadata `tracegate.chunks`: kind `{}` is not known to module/1; a newer tracegate may know it",
                                  shorten(escape_bytes(lines.front()))));
    }
    parts_.chunk_kind = parts_.strings.intern(lines.front());
    for (std::size_t i = 1; i < lines.size(); ++i) parts_.chunks.push_back(value("tracegate.chunks", lines[i]));
    if (lines.front() == "one" && parts_.chunks.size() != 1) {
      throw ReadError(fmt::format("metadata `tracegate.chunks`: `one` with {} values, expected one", parts_.chunks.size()));
    }
  }

  const Metadata& metadata_;
  ModuleGraph::Parts& parts_;
  Declared declared_;
};

}  // namespace

Metadata own_metadata(const OnnxHeader& header) {
  Metadata metadata;
  for (const auto& entry : header.metadata) {
    if (!entry.key.starts_with("tracegate.")) continue;
    const bool known = std::find(std::begin(kKnownKeys), std::end(kKnownKeys), entry.key) != std::end(kKnownKeys);
    if (!known) {
      throw ReadError(fmt::format("metadata `{}` at offset {} is not known to module/1; a newer tracegate may know it",
                                  shorten(escape_bytes(entry.key)), entry.offset));
    }
    if (!metadata.emplace(entry.key, entry.value).second) {
      throw ReadError(fmt::format("metadata `{}` at offset {} is there twice", entry.key, entry.offset));
    }
  }
  return metadata;
}

Declared read_metadata(const Metadata& metadata, ModuleGraph::Parts& parts) { return MetadataReader(metadata, parts).read(); }

}  // namespace tracegate::ir
