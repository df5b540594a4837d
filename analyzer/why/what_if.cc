#include "analyzer/why/what_if.h"

#include <fmt/format.h>

#include "ir/text/error.h"
#include "ir/text/escape.h"
#include "ir/text/nearest.h"

namespace tracegate::analyzer {
namespace {

using ir::Edit;

// A value as a person writes it, as a typed text. Empty: absent.
std::optional<std::string> typed(const std::string& value) {
  if (value == "absent") return std::string();
  if (value == "None" || value == "none") return "none:";
  if (value == "True" || value == "true") return "bool:True";
  if (value == "False" || value == "false") return "bool:False";
  if (const auto number = ir::parse_number(value))
    return fmt::format("{}:{}", number->is_integer && value.find('.') == std::string::npos ? "int" : "float", value);
  const bool quoted = value.size() >= 2 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front();
  if (quoted) return "str:" + ir::escape_bytes(value.substr(1, value.size() - 2));
  ir::Strings strings;
  if (value.find(':') != std::string::npos) {
    const auto parsed = ir::parse_value(value, strings);
    const bool plain = parsed && parsed->kind != ir::ValueKind::kCallable && parsed->kind != ir::ValueKind::kObject &&
                       parsed->kind != ir::ValueKind::kSequence && parsed->kind != ir::ValueKind::kTable;
    return plain ? std::optional(value) : std::nullopt;
  }
  return value.empty() ? std::nullopt : std::optional("str:" + ir::escape_bytes(value));
}

ir::Vertex object_at(const std::string& path, const ir::ModuleGraph& graph, const GateReport& report, std::vector<std::string>& paths) {
  for (ir::Vertex vertex = 0; vertex < graph.size(); ++vertex) {
    std::string own(graph.text(graph.object(vertex).path));
    if (own == path) return vertex;
    if (!report.root.empty() && own.starts_with(report.root + ".")) {
      own.erase(0, report.root.size() + 1);
      if (own == path) return vertex;
    }
    paths.push_back(std::move(own));
  }
  // A path of attributes: decoder.config is an object that has a name of its own.
  const auto dot = path.rfind('.');
  if (dot == std::string::npos) return ir::kNoVertex;
  const ir::Vertex holder = object_at(path.substr(0, dot), graph, report, paths);
  if (holder == ir::kNoVertex) return holder;
  const ir::Fact fact = graph.read(holder, path.substr(dot + 1));
  const bool object = fact.state == ir::Fact::State::kPresent && fact.value.kind == ir::ValueKind::kObject;
  return object ? fact.value.record : ir::kNoVertex;
}

}  // namespace

ir::Edit parse_what_if(const std::string& word, const ir::ModuleGraph& graph, const GateReport& report) {
  const auto equal = word.find('=');
  const auto dot = word.substr(0, equal).rfind('.');
  if (equal == std::string::npos || dot == std::string::npos || dot == 0 || dot + 1 == equal) {
    throw UsageError(fmt::format("--try {}: what is tried is written PATH.attr=VALUE, such as decoder.config.fp8=None", word));
  }
  const std::string path = word.substr(0, dot), name = word.substr(dot + 1, equal - dot - 1);
  const auto value = typed(word.substr(equal + 1));
  if (!value) {
    throw UsageError(fmt::format("--try {}: `{}` is no value; None, True, 3, 0.5, \"text\", absent, or a typed one such as dtype:bfloat16",
                                  word, word.substr(equal + 1)));
  }
  if (path == "run") return {Edit::Kind::kSetRun, ir::kNoVertex, name, *value};
  std::vector<std::string> paths;
  const ir::Vertex object = object_at(path, graph, report, paths);
  if (object == ir::kNoVertex) {
    throw UsageError(fmt::format("--try {}: nothing in the file is at `{}`{}", word, path, ir::did_you_mean(path, paths)));
  }
  if (graph.read(object, name).state == ir::Fact::State::kNotCollected) {
    throw UsageError(fmt::format("--try {}: `{}` was not exported there, so no condition reads it from this file", word, name));
  }
  if (value->empty()) return {Edit::Kind::kRemove, object, name, {}};
  return {Edit::Kind::kSetValue, object, name, *value};
}

}  // namespace tracegate::analyzer
