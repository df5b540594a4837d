#include "tests/support/graph_dump.h"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace tracegate::test {
namespace {

using ir::ModuleGraph;
using ir::StringId;
using ir::Value;

class Dump {
 public:
  explicit Dump(const ModuleGraph& graph) : graph_(graph) {}

  std::string text() {
    line("dialect {}", graph_.dialect());
    collected();
    for (const auto& [name, version] : graph_.versions()) line("version {}={}", name, version);
    for (const Value& chunk : graph_.chunks()) line("chunk {}", graph_.text(chunk));
    run();
    std::vector<std::string> globals;
    for (const auto& [name, value] : graph_.globals()) globals.push_back(fmt::format("{}={}", graph_.text(name), graph_.text(value)));
    lines("global", globals);
    for (ir::Vertex vertex = 0; vertex < graph_.size(); ++vertex) object(vertex);
    // Records that nothing reaches are not looked at: a graph has no list of them.
    for (const std::uint32_t number : classes_) class_record(number);
    for (const std::uint32_t number : callables_) callable(number);
    for (const std::uint32_t number : sequences_) line("S{} {}", number, sequence(number));
    for (std::uint32_t number = 0; number < graph_.tables(); ++number) line("T{} {}", number, table(number));
    return out_;
  }

 private:
  template <typename... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
    out_ += '\n';
  }

  void lines(std::string_view kind, std::vector<std::string> texts) {
    std::sort(texts.begin(), texts.end());
    for (const std::string& text : texts) line("{} {}", kind, text);
  }

  template <typename Names>
  void names(std::string_view kind, const Names& ids) {
    std::vector<std::string> texts;
    for (const StringId id : ids) texts.emplace_back(graph_.text(id));
    lines(kind, texts);
  }

  // The text of a value; what it refers to is put on the list.
  std::string value(const Value& value) {
    if (value.kind == ir::ValueKind::kCallable) see_callable(value.record);
    if (value.kind == ir::ValueKind::kSequence && sequences_.insert(value.record).second) sequence(value.record);
    return std::string(graph_.text(value));
  }

  void see_callable(std::uint32_t number) {
    while (callables_.insert(number).second && graph_.callable(number).end) number = *graph_.callable(number).end;
  }

  void collected() {
    const ir::Collected& collected = graph_.collected();
    line("collected callables={} parameters={} globals={}", collected.callables, collected.parameters, collected.globals);
    names("reads", collected.reads);
    names("instance", collected.instance);
    names("hooks", collected.hooks);
    names("tables", collected.tables);
    std::vector<std::string> on;
    for (const auto& [name, mark] : collected.reads_on) on.push_back(fmt::format("{}>{}", graph_.text(mark), graph_.text(name)));
    lines("reads", on);
  }

  void run() {
    line("run at `{}`", graph_.run().taken_at);
    for (const auto& [name, value] : graph_.run().facts) line("run {}={}", name, value);
    for (const ir::Slot& slot : graph_.run().slots) line("slot {} {}", slot.kind, slot.name);
  }

  void object(ir::Vertex vertex) {
    const ir::Object& object = graph_.object(vertex);
    line("{} `{}` C{}", vertex, graph_.text(object.path), object.class_record);
    classes_.insert(object.class_record);
    for (const ir::Child& child : graph_.children(vertex)) line("  child {}={}", graph_.text(child.name), child.vertex);
    const ir::FactBlock& block = graph_.block(vertex);
    for (const ir::Parameter& parameter : block.parameters) line("  parameter {}={}", graph_.text(parameter.name), value(parameter.value));
    std::vector<std::string> facts;
    for (const auto& [key, fact] : block.facts) facts.push_back(fmt::format("{}={}", graph_.text(key), value(fact)));
    lines("  fact", facts);
    std::vector<std::string> callables;
    for (const auto& [name, fact] : block.callables) {
      const bool shadows = std::binary_search(block.shadows.begin(), block.shadows.end(), name);
      callables.push_back(fmt::format("{}{}={}", graph_.text(name), shadows ? "!" : "", value(fact)));
    }
    lines("  callable", callables);
  }

  static std::string numbers(const std::vector<std::uint32_t>& numbers) {
    std::string text;
    for (const std::uint32_t number : numbers) text.append(" C").append(std::to_string(number));
    return text;
  }

  void class_record(std::uint32_t number) {
    const ir::ClassRecord& record = graph_.class_record(number);
    line("C{} {} | {} | {} own={} module={} elements={} forward={} mro:{}", number, graph_.text(record.module), graph_.text(record.name),
         graph_.text(record.full_name), record.own, record.is_module, record.has_elements,
         record.forward_in == ir::kNoString ? "none" : graph_.text(record.forward_in), numbers(record.bases));
  }

  void callable(std::uint32_t number) {
    const ir::CallableRecord& record = graph_.callable(number);
    line("F{} {} {} own={} bound={} class_forward={} end={}", number, graph_.text(record.kind), graph_.text(record.full_name), record.own,
         static_cast<int>(record.bound), record.class_forward, record.end ? fmt::format("F{}", *record.end) : "none");
  }

  std::string sequence(std::uint32_t number) {
    const ir::SequenceRecord& record = graph_.sequence(number);
    std::string text = fmt::format("{} of {}", graph_.text(record.kind), record.length ? fmt::format("{}", *record.length) : "?");
    if (!record.elements) return text + " unread";
    for (const Value& element : *record.elements) text.append(" ").append(value(element));
    return text;
  }

  std::string table(std::uint32_t number) {
    std::string text = "fields";
    for (const StringId field : graph_.table(number).fields) text += fmt::format(" {}", graph_.text(field));
    for (const Value& entry : graph_.table(number).rows) text += fmt::format(" | {}", graph_.text(entry));
    return text;
  }

  const ModuleGraph& graph_;
  std::string out_;
  std::set<std::uint32_t> classes_, callables_, sequences_;
};

}  // namespace

std::string dump(const ModuleGraph& graph) { return Dump(graph).text(); }

}  // namespace tracegate::test
