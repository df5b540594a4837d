#include "ir/dialects/node_fields.h"

#include <charconv>

#include <fmt/format.h>

#include "ir/graph/containment.h"
#include "ir/text/error.h"
#include "ir/text/escape.h"

namespace tracegate::ir {
namespace {

std::string_view type_name(OnnxAttribute::Type type) {
  switch (type) {
    case OnnxAttribute::Type::kInt:
      return "INT";
    case OnnxAttribute::Type::kString:
      return "STRING";
    case OnnxAttribute::Type::kInts:
      return "INTS";
    case OnnxAttribute::Type::kStrings:
      return "STRINGS";
    case OnnxAttribute::Type::kOther:
      break;
  }
  return "another type";
}

}  // namespace

std::uint32_t parse_index(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || (text.size() > 1 && text.front() == '0')) return kNoVertex;
  return value;
}

void NodeFields::fail(std::string_view what) const {
  const std::string label = shorten(escape_bytes(node_.name.empty() ? node_.op_type : node_.name));
  throw ReadError(fmt::format("node `{}` at offset {}: {}", label, node_.offset, what));
}

std::uint32_t NodeFields::number(std::string_view letter) const {
  if (node_.outputs.size() != 1) fail(fmt::format("{} outputs, expected one: the number", node_.outputs.size()));
  const std::string_view text = node_.outputs.front();
  const std::uint32_t index = text.starts_with(letter) ? parse_index(text.substr(letter.size())) : kNoVertex;
  if (index == kNoVertex) fail(fmt::format("output `{}`, expected `{}` and a number", shorten(escape_bytes(text)), letter));
  return index;
}

const OnnxAttribute* NodeFields::optional(std::string_view name, OnnxAttribute::Type type) {
  const OnnxAttribute* found = nullptr;
  for (std::size_t i = 0; i < node_.attributes.size(); ++i) {
    if (node_.attributes[i].name != name) continue;
    if (found != nullptr) fail(fmt::format("attribute `{}` is there twice", name));
    found = &node_.attributes[i];
    asked_[i] = true;
    if (found->type != type) {
      fail(fmt::format("attribute `{}` is {}, expected {}", name, type_name(found->type), type_name(type)));
    }
    if ((type == OnnxAttribute::Type::kInt || type == OnnxAttribute::Type::kString) && !found->has_value) {
      fail(fmt::format("attribute `{}` is {}, but has no value", name, type_name(type)));
    }
  }
  return found;
}

const OnnxAttribute& NodeFields::required(std::string_view name, OnnxAttribute::Type type) {
  const OnnxAttribute* found = optional(name, type);
  if (found == nullptr) fail(fmt::format("attribute `{}` is missing", name));
  return *found;
}

StringId NodeFields::escaped(std::string_view text, std::string_view what) const {
  if (!is_escaped_text(text)) fail(fmt::format("{} `{}` is not escaped text", what, shorten(escape_bytes(text))));
  return strings_.intern(text);
}

StringId NodeFields::string(std::string_view name) {
  return escaped(required(name, OnnxAttribute::Type::kString).string, fmt::format("attribute `{}`:", name));
}

bool NodeFields::flag(std::string_view name) {
  const std::int64_t value = required(name, OnnxAttribute::Type::kInt).integer;
  if (value != 0 && value != 1) fail(fmt::format("attribute `{}` is {}, expected 0 or 1", name, value));
  return value == 1;
}

std::uint32_t NodeFields::reference(const OnnxAttribute& attribute) const {
  if (attribute.integer < 0 || attribute.integer >= kNoVertex) {
    fail(fmt::format("attribute `{}` is {}, which is no number of a record", attribute.name, attribute.integer));
  }
  return static_cast<std::uint32_t>(attribute.integer);
}

std::vector<std::uint32_t> NodeFields::references(std::string_view name) {
  std::vector<std::uint32_t> out;
  for (const std::int64_t value : required(name, OnnxAttribute::Type::kInts).integers) {
    if (value < 0 || value >= kNoVertex) fail(fmt::format("attribute `{}` holds {}, which is no number of a record", name, value));
    out.push_back(static_cast<std::uint32_t>(value));
  }
  return out;
}

Value NodeFields::value(std::string_view text) const {
  const auto parsed = parse_value(text, strings_);
  if (!parsed) fail(fmt::format("`{}` is no value of the dialect", shorten(escape_bytes(text))));
  return *parsed;
}

void NodeFields::nothing_else() const {
  for (std::size_t i = 0; i < asked_.size(); ++i) {
    if (!asked_[i]) {
      fail(fmt::format("attribute `{}` is not known to module/1; a newer tracegate may know it",
                       shorten(escape_bytes(node_.attributes[i].name))));
    }
  }
}

}  // namespace tracegate::ir
