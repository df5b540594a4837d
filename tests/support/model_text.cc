#include "tests/support/model_text.h"

#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <google/protobuf/text_format.h>
#include <onnx/onnx_pb.h>

#include "ir/dialects/reader.h"
#include "ir/onnx/digest.h"
#include "ir/onnx/source.h"
#include "ir/text/error.h"
#include "ir/text/escape.h"

namespace tracegate::test {
namespace {

using google::protobuf::TextFormat;

constexpr const char* kDigestKey = "tracegate.digest";

[[noreturn]] void not_understood(std::string_view line) {
  throw std::invalid_argument(fmt::format("model text: `{}` is not understood", line));
}

template <typename Message>
Message parsed(std::string_view text) {
  Message message;
  if (!TextFormat::ParseFromString(std::string(text), &message)) not_understood(text);
  return message;
}

std::string quoted(std::string_view text) { return fmt::format("\"{}\"", text); }

// Takes words, "quoted texts" and [lists] off the front of a line.
class Scanner {
 public:
  explicit Scanner(std::string_view line) : line_(line), rest_(line) {}

  bool done() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    return rest_.empty();
  }
  bool take(char c) {
    if (done() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // Up to one of `ends`, which stays.
  std::string_view word(std::string_view ends) {
    done();
    const auto word = rest_.substr(0, rest_.find_first_of(ends));
    rest_.remove_prefix(word.size());
    return word;
  }
  // The closing character included.
  std::string_view enclosed(char close) {
    std::size_t at = 1;
    while (at < rest_.size() && rest_[at] != close) at += rest_[at] == '\\' ? 2 : 1;
    if (at >= rest_.size()) not_understood(line_);
    const auto text = rest_.substr(0, at + 1);
    rest_.remove_prefix(at + 1);
    return text;
  }
  bool at(char c) { return !done() && rest_.front() == c; }

 private:
  std::string_view line_;
  std::string_view rest_;
};

// The attributes of one node, as text format of their values, in the order of the line.
class Attributes {
 public:
  void add(std::string_view name, std::string value) { values_.emplace_back(std::string(name), std::move(value)); }
  void drop(std::string_view name) {
    std::erase_if(values_, [&](const auto& value) { return value.first == name; });
    dropped_.emplace_back(name);
  }
  // Only what the line neither has nor drops.
  void fill_in(std::string_view name, std::string value) {
    for (const auto& [known, unused] : values_) {
      if (known == name) return;
    }
    for (const std::string& known : dropped_) {
      if (known == name) return;
    }
    add(name, std::move(value));
  }
  void write(onnx::NodeProto& node) const {
    for (const auto& [name, value] : values_) {
      *node.add_attribute() = parsed<onnx::AttributeProto>(fmt::format("name: \"{}\" {}", name, value));
    }
  }

 private:
  std::vector<std::pair<std::string, std::string>> values_;
  std::vector<std::string> dropped_;
};

std::string value_of(Scanner& scanner) {
  if (scanner.at('"')) return fmt::format("type: STRING s: {}", scanner.enclosed('"'));
  if (scanner.at('[')) {
    const std::string list(scanner.enclosed(']'));
    return list.starts_with("[\"") ? "type: STRINGS strings: " + list : "type: INTS ints: " + list;
  }
  return fmt::format("type: INT i: {}", scanner.word(" "));
}

std::string_view record_type(char letter) {
  switch (letter) {
    case 'C':
      return "Class";
    case 'F':
      return "Callable";
    case 'S':
      return "Sequence";
    case 'T':
      return "Table";
    case 'B':
      return "Facts";
    default:
      return {};
  }
}

void add_node(onnx::GraphProto& graph, std::string_view line) {
  if (line.starts_with('{')) {
    *graph.add_node() = parsed<onnx::NodeProto>(line.substr(1, line.size() - 2));
    return;
  }
  Scanner scanner(line);
  const std::string_view output = scanner.word(" :");
  if (output.empty()) not_understood(line);
  const std::string_view label = scanner.at('<') || scanner.at(':') ? std::string_view() : scanner.word(" :");
  onnx::NodeProto& node = *graph.add_node();
  node.add_output(std::string(output));
  node.set_name(std::string(label));
  if (scanner.take('<')) node.add_input(std::string(scanner.word(" :")));
  if (!scanner.take(':')) not_understood(line);

  Attributes attributes;
  while (!scanner.done()) {
    if (scanner.take('-')) {
      attributes.drop(scanner.word(" "));
      continue;
    }
    std::string_view name = scanner.at('"') ? scanner.enclosed('"') : scanner.word("=");
    if (name.starts_with('"')) name = name.substr(1, name.size() - 2);
    if (!scanner.take('=')) not_understood(line);
    attributes.add(name, value_of(scanner));
  }
  const std::string_view type = record_type(output.front());
  if (type == "Class") {
    const auto dot = label.rfind('.');
    attributes.fill_in("module", "type: STRING s: " + quoted(dot == std::string_view::npos ? "" : label.substr(0, dot)));
    attributes.fill_in("name", "type: STRING s: " + quoted(label.substr(dot + 1)));
    attributes.fill_in("own", "type: INT i: 1");
    attributes.fill_in("mro", "type: INTS");
    attributes.fill_in("is_module", "type: INT i: 1");
    attributes.fill_in("elements", "type: INT i: 0");
  }
  attributes.write(node);
  node.set_op_type(type.empty() ? "Module" : std::string(type));
  node.set_domain(type.empty() ? "python.test" : "tracegate");
}

// The lines of one list of names, from what the facts use.
using Lists = std::map<std::string, std::set<std::string>>;

std::string table_line(const onnx::GraphProto& graph, const std::string& name, const std::string& value) {
  std::string line = name;
  for (const auto& node : graph.node()) {
    if (node.op_type() != "Table" || node.output_size() != 1 || "table:" + node.output(0).substr(1) != value) continue;
    for (const auto& attribute : node.attribute()) {
      if (attribute.name() != "fields") continue;
      for (const std::string& field : attribute.strings()) line += ' ' + field;
    }
  }
  return line;
}

// What a file must declare so that its facts are read.
Lists lists_of(const onnx::GraphProto& graph) {
  Lists lists = {{"tracegate.hooks", {}}, {"tracegate.instance", {}}, {"tracegate.reads", {}}, {"tracegate.tables", {}}};
  for (const auto& node : graph.node()) {
    if (node.op_type() != "Facts") continue;
    for (const auto& attribute : node.attribute()) {
      const std::string& key = attribute.name();
      if (key.size() > 1 && key.front() == '@') {
        lists["tracegate.instance"].insert(key.substr(1));
      } else if (key.size() > 1 && key.front() == '#') {
        lists["tracegate.hooks"].insert(key.substr(1));
      } else if (key.size() > 1 && key.front() == '?') {
        lists["tracegate.reads"].insert(key.substr(1) + ">_");
      } else if (attribute.s().starts_with("table:")) {
        lists["tracegate.tables"].insert(table_line(graph, key, attribute.s()));
      } else if (ir::is_escaped_text(key) && key.find_first_of("()[]%?@#") == std::string::npos && !key.empty()) {
        lists["tracegate.reads"].insert(key);
      }
    }
  }
  return lists;
}

std::string with_new_lines(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "\\n") {
      out += '\n';
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

std::string model_bytes(std::string_view text) {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.set_producer_name("tracegate_export");
  model.mutable_graph()->set_name("module");
  std::map<std::string, std::string> metadata = {{"tracegate.dialect", "module/1"},
                                                 {"tracegate.collected", "callables globals hooks instance parameters reads tables"},
                                                 {"tracegate.chunks", "one\nref:0"},
                                                 {"tracegate.globals", ""}};
  std::set<std::string> dropped;
  while (!text.empty()) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    while (line.starts_with(' ')) line.remove_prefix(1);
    if (line.empty()) continue;
    if (line.starts_with("-")) {
      dropped.emplace(line.substr(1));
    } else if (line.starts_with("tracegate.")) {
      const auto equals = line.find('=');
      if (equals == std::string_view::npos) not_understood(line);
      metadata[std::string(line.substr(0, equals))] = with_new_lines(line.substr(equals + 1));
    } else {
      add_node(*model.mutable_graph(), line);
    }
  }
  for (const auto& [key, names] : lists_of(model.graph())) metadata.emplace(key, fmt::format("{}", fmt::join(names, "\n")));
  for (const auto& [key, value] : metadata) {
    if (dropped.contains(key)) continue;
    auto& entry = *model.add_metadata_props();
    entry.set_key(key);
    entry.set_value(value);
  }
  const bool digest = !metadata.contains(kDigestKey) && !dropped.contains(kDigestKey);
  return digest ? with_digest(model.SerializeAsString()) : model.SerializeAsString();
}

std::string with_digest(std::string_view bytes) {
  onnx::ModelProto model;
  if (!model.ParseFromString(std::string(bytes))) throw std::invalid_argument("these bytes are no ONNX model");
  auto& entries = *model.mutable_metadata_props();
  for (int i = entries.size() - 1; i >= 0; --i) {
    if (entries[i].key() == kDigestKey) entries.DeleteSubrange(i, 1);
  }
  const std::string without = model.SerializeAsString();
  onnx::ModelProto last;
  auto& entry = *last.add_metadata_props();
  entry.set_key(kDigestKey);
  entry.set_value(ir::content_digest(ir::MemorySource(without), kDigestKey));
  return without + last.SerializeAsString();
}

std::string onnx_bytes(std::string_view text_format) { return parsed<onnx::ModelProto>(text_format).SerializeAsString(); }

ir::ModuleGraph graph_of(std::string_view text) {
  const std::string bytes = model_bytes(text);
  return ir::read_model(ir::MemorySource(bytes));
}

std::string read_outcome(std::string_view bytes) {
  try {
    ir::read_model(ir::MemorySource(bytes));
    return "read";
  } catch (const ir::ReadError& error) {
    return error.what();
  }
}

std::string file_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) throw std::runtime_error(fmt::format("{} cannot be read", path));
  return bytes;
}

}  // namespace tracegate::test
