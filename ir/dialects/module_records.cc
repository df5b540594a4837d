#include "ir/dialects/module_records.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/dialects/node_fields.h"
#include "ir/text/escape.h"

namespace tracegate::ir {
namespace {

using Type = OnnxAttribute::Type;

StringId joined(Strings& strings, StringId module, StringId name) {
  return strings.intern(fmt::format("{}.{}", strings.text(module), strings.text(name)));
}

ClassRecord read_class(NodeFields& fields, Strings& strings) {
  ClassRecord record;
  record.module = fields.string("module");
  record.name = fields.string("name");
  record.full_name = joined(strings, record.module, record.name);
  record.own = fields.flag("own");
  record.bases = fields.references("mro");
  if (fields.optional("forward_in", Type::kString) != nullptr) record.forward_in = fields.string("forward_in");
  if (fields.optional("source", Type::kString) != nullptr) record.source = fields.string("source");
  record.is_module = fields.flag("is_module");
  record.has_elements = fields.flag("elements");
  return record;
}

constexpr std::string_view kCallableKinds[] = {"function", "method", "builtin", "class", "partial", "module", "object"};

CallableRecord read_callable(NodeFields& fields, Strings& strings) {
  CallableRecord record;
  const std::string_view kind = fields.required("kind", Type::kString).string;
  if (std::find(std::begin(kCallableKinds), std::end(kCallableKinds), kind) == std::end(kCallableKinds)) {
    fields.fail(fmt::format("attribute `kind` is `{}`, which is not known to module/1; a newer tracegate may know it",
                            shorten(escape_bytes(kind))));
  }
  record.kind = strings.intern(kind);
  record.full_name = joined(strings, fields.string("module"), fields.string("name"));
  record.own = fields.flag("own");
  if (kind == "method") {  // on any other kind `bound` is an attribute that nobody asked for
    const std::string_view bound = fields.required("bound", Type::kString).string;
    if (bound != "self" && bound != "other") {
      fields.fail(fmt::format("attribute `bound` is `{}`, expected `self` or `other`", shorten(escape_bytes(bound))));
    }
    record.bound = bound == "self" ? Bound::kSelf : Bound::kOther;
  }
  record.class_forward = fields.flag("class_forward");
  if (const OnnxAttribute* end = fields.optional("end", Type::kInt)) record.end = fields.reference(*end);
  return record;
}

SequenceRecord read_sequence(NodeFields& fields) {
  SequenceRecord record;
  record.kind = fields.string("kind");
  if (const OnnxAttribute* length = fields.optional("length", Type::kInt)) {
    if (length->integer < 0) fields.fail(fmt::format("attribute `length` is {}, expected zero or more", length->integer));
    record.length = length->integer;
  }
  if (const OnnxAttribute* elements = fields.optional("elements", Type::kStrings)) {
    record.elements.emplace();
    for (const std::string_view text : elements->strings) record.elements->push_back(fields.value(text));
    const auto count = static_cast<std::int64_t>(record.elements->size());
    if (record.length && *record.length != count) {
      fields.fail(fmt::format("attribute `length` is {}, but there are {} elements", *record.length, count));
    }
  }
  return record;
}

TableRecord read_table(NodeFields& fields) {
  TableRecord record;
  for (const std::string_view name : fields.required("fields", Type::kStrings).strings) {
    record.fields.push_back(fields.escaped(name, "field"));
  }
  for (const std::string_view text : fields.required("rows", Type::kStrings).strings) record.rows.push_back(fields.value(text));
  if (record.rows.size() % (record.fields.size() + 1) != 0) {
    fields.fail(fmt::format("{} values do not make rows of {}", record.rows.size(), record.fields.size() + 1));
  }
  return record;
}

// One fact: its key says of which kind it is.
struct FactReader {
  NodeFields& fields;
  Strings& strings;
  FactBlock& block;
  std::vector<std::pair<std::uint32_t, Parameter>> parameters;

  void read(std::string_view key, std::string_view text) {
    if (key.empty()) fields.fail("a fact has no key");
    const Value value = fields.value(text);
    switch (key.front()) {
      case '%':
        parameter(key, value);
        return;
      case '(':
        callable(key, value);
        return;
      case '[':
        if (key != "[]" || value.kind != ValueKind::kInt) unknown(key);
        break;
      case '?':
      case '@':
      case '#':
        if (key.size() == 1 || !is_escaped_text(key)) unknown(key);
        if (key.front() == '?' && value.kind != ValueKind::kNone) unknown(key);
        if (key.front() == '#' && value.kind != ValueKind::kSequence && value.kind != ValueKind::kUnreadable) unknown(key);
        break;
      default:
        if (!is_escaped_text(key) || !plain(key.front())) unknown(key);
    }
    block.facts.emplace_back(strings.intern(key), value);
  }

  void finish() {
    std::sort(parameters.begin(), parameters.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i].first != i) fields.fail(fmt::format("parameter number {} is missing or there twice", i));
      block.parameters.push_back(parameters[i].second);
    }
    parameters_have_own_names();
    sort_facts(block.facts);
    sort_facts(block.callables);
    std::sort(block.shadows.begin(), block.shadows.end());
  }

 private:
  // A read is named like a Python attribute; other first characters are kept for later kinds of facts.
  static bool plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  }

  [[noreturn]] void unknown(std::string_view key) const {
    fields.fail(fmt::format("fact `{}` is not known to module/1; a newer tracegate may know it", shorten(escape_bytes(key))));
  }

  void parameter(std::string_view key, const Value& value) {
    const auto dot = key.find('.');
    const std::uint32_t index = dot == std::string_view::npos ? kNoVertex : parse_index(key.substr(1, dot - 1));
    if (index == kNoVertex) unknown(key);
    parameters.push_back({index, {fields.escaped(key.substr(dot + 1), "parameter name"), value}});
  }

  void callable(std::string_view key, const Value& value) {
    if (!key.starts_with("()") || value.kind != ValueKind::kCallable) unknown(key);
    key.remove_prefix(2);
    const bool shadows = key.starts_with("!");
    if (shadows) key.remove_prefix(1);
    const StringId name = fields.escaped(key, "callable's name");
    block.callables.emplace_back(name, value);
    if (shadows) block.shadows.push_back(name);
  }

  void parameters_have_own_names() const {
    std::vector<StringId> names;
    for (const Parameter& parameter : block.parameters) names.push_back(parameter.name);
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice != names.end()) fields.fail(fmt::format("two parameters have the name `{}`", shorten(strings.text(*twice))));
  }

  void sort_facts(std::vector<std::pair<StringId, Value>>& facts) {
    std::sort(facts.begin(), facts.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 1; i < facts.size(); ++i) {
      if (facts[i - 1].first == facts[i].first) fields.fail(fmt::format("fact `{}` is there twice", strings.text(facts[i].first)));
    }
  }
};

FactBlock read_facts(const OnnxNode& node, NodeFields& fields, Strings& strings) {
  FactBlock block;
  FactReader reader{fields, strings, block, {}};
  for (const OnnxAttribute& attribute : node.attributes) {
    if (attribute.type != Type::kString) fields.fail(fmt::format("fact `{}` is no STRING", shorten(escape_bytes(attribute.name))));
    if (!attribute.has_value) fields.fail(fmt::format("fact `{}` has no value", shorten(escape_bytes(attribute.name))));
    reader.read(attribute.name, attribute.string);
  }
  reader.finish();
  return block;
}

RawObject read_object(const OnnxNode& node, NodeFields& fields) {
  RawObject object;
  object.path = fields.escaped(node.name, "path");
  object.class_record = fields.reference(fields.required("c", Type::kInt));
  if (const OnnxAttribute* block = fields.optional("b", Type::kInt)) object.block = fields.reference(*block);
  if (node.inputs.size() > 1) fields.fail(fmt::format("{} inputs, expected at most one: the parent", node.inputs.size()));
  if (!node.inputs.empty()) {
    object.parent = parse_index(node.inputs.front());
    if (object.parent == kNoVertex) {
      fields.fail(fmt::format("input `{}`, expected the parent's number", shorten(escape_bytes(node.inputs.front()))));
    }
  }
  if (const OnnxAttribute* children = fields.optional("children", Type::kStrings)) {
    object.has_children = true;
    for (const std::string_view entry : children->strings) {
      const auto equals = entry.rfind('=');
      const std::uint32_t index = equals == std::string_view::npos ? kNoVertex : parse_index(entry.substr(equals + 1));
      if (index == kNoVertex) fields.fail(fmt::format("child `{}`, expected NAME=NUMBER", shorten(escape_bytes(entry))));
      object.children.push_back({fields.escaped(entry.substr(0, equals), "child name"), index});
    }
  }
  return object;
}

}  // namespace

void ModuleNodes::node(const OnnxNode& node) {
  Strings& strings = records_.strings;
  NodeFields fields(node, strings);
  const auto add = [&](auto& to, std::string_view letter, auto record) {
    to.push_back({fields.number(letter), node.offset, std::move(record)});
  };
  if (node.domain != "tracegate") {
    add(records_.objects, "", read_object(node, fields));
  } else if (node.op_type == "Class") {
    add(records_.classes, "C", read_class(fields, strings));
  } else if (node.op_type == "Callable") {
    add(records_.callables, "F", read_callable(fields, strings));
  } else if (node.op_type == "Sequence") {
    add(records_.sequences, "S", read_sequence(fields));
  } else if (node.op_type == "Table") {
    add(records_.tables, "T", read_table(fields));
  } else if (node.op_type == "Facts") {
    add(records_.blocks, "B", read_facts(node, fields, strings));
    return;  // the attributes of a block are its facts: all were read
  } else {
    fields.fail(fmt::format("record `{}` is not known to module/1; a newer tracegate may know it", shorten(escape_bytes(node.op_type))));
  }
  fields.nothing_else();
}

}  // namespace tracegate::ir
