#include "analyzer/input/strict_json.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>

#include "analyzer/input/range.pb.h"
#include "ir/text/escape.h"
#include "ir/text/nearest.h"

namespace tracegate::analyzer {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using Kind = JsonValue::Kind;

constexpr std::size_t kMostQuoted = 60;  // bytes of a name or a value in a message

// "a rank layout", for RankLayout.
std::string with_article(const Descriptor& type) {
  std::string words;
  for (const char c : type.name()) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper && !words.empty()) words += ' ';
    words += upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return (std::string_view("aeiou").find(words.front()) == std::string_view::npos ? "a " : "an ") + words;
}

// "`a`", "`a` and `b`", "`a`, `b` and `c`".
std::string listed(const std::vector<std::string>& names, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? fmt::format(" {} ", last) : ", ";
    text += names[i];
  }
  return text;
}

std::string quoted(std::string_view name) { return fmt::format("`{}`", name); }

template <typename Condition>
std::vector<std::string> fields_where(const Descriptor& type, const Condition& condition) {
  std::vector<std::string> names;
  for (int i = 0; i < type.field_count(); ++i) {
    if (condition(*type.field(i))) names.push_back(type.field(i)->name());
  }
  return names;
}

std::string quoted_list(std::vector<std::string> names) {
  std::transform(names.begin(), names.end(), names.begin(), quoted);
  return listed(names, "and");
}

std::string needed(const FieldDescriptor& field) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_UINT64:
      return "a whole number is needed";
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return "a number is needed";
    case FieldDescriptor::CPPTYPE_BOOL:
      return "true or false is needed";
    case FieldDescriptor::CPPTYPE_STRING:
      return "a text is needed";
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return "an object is needed";
    default:
      throw std::logic_error(fmt::format("no JSON value is read as {}", field.full_name()));
  }
}

Kind kind_of(const FieldDescriptor& field) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
      return Kind::kBoolean;
    case FieldDescriptor::CPPTYPE_STRING:
      return Kind::kText;
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return Kind::kObject;
    default:
      return Kind::kNumber;
  }
}

std::string described(const JsonValue& value) {
  switch (value.kind) {
    case Kind::kNull:
      return "null";
    case Kind::kBoolean:
      return value.boolean ? "true" : "false";
    case Kind::kNumber:
      return "the number " + ir::shorten(value.text, kMostQuoted);
    case Kind::kText:
      return "a text";
    case Kind::kArray:
      return "an array";
    case Kind::kObject:
      return "an object";
  }
  return {};
}

class Reader {
 public:
  explicit Reader(const InputText& input) : input_(input) {}

  // As deep as messages nest in their descriptors, and no deeper than the tree.
  void read(const JsonValue& object, Message& into) const {
    const Descriptor& type = *into.GetDescriptor();
    for (std::size_t i = 0; i < object.keys.size(); ++i) {
      const FieldDescriptor* field = type.FindFieldByName(object.keys[i].name);
      if (field == nullptr) unknown_key(object.keys[i], type);
      const JsonValue& value = object.children[i];
      if (!field->is_repeated()) {
        read_value(value, *field, field->name(), into);
        continue;
      }
      if (value.kind != Kind::kArray) wrong_type(value, *field, field->name(), "an array is needed");
      for (std::size_t item = 0; item < value.children.size(); ++item) {
        read_value(value.children[item], *field, fmt::format("{}[{}]", field->name(), item), into);
      }
    }
    const auto is_missing = [&](const FieldDescriptor& field) {
      return field.is_required() && !into.GetReflection()->HasField(into, &field);
    };
    const auto missing = fields_where(type, is_missing);
    if (!missing.empty()) input_.fail(object.offset, fmt::format("{} needs {}", with_article(type), quoted_list(missing)));
  }

 private:
  [[noreturn]] void unknown_key(const JsonKey& key, const Descriptor& type) const {
    const auto known = fields_where(type, [](const FieldDescriptor&) { return true; });
    std::string help = ir::did_you_mean(key.name, known);
    if (help.empty()) help = "; its keys are " + quoted_list(known);
    input_.fail(key.offset, fmt::format("{} has no key `{}`{}", with_article(type), ir::shorten(key.name, kMostQuoted), help));
  }

  [[noreturn]] void wrong_type(const JsonValue& value, const FieldDescriptor& field, std::string_view name, std::string_view wanted) const {
    const bool is_item = name.ends_with(']');
    const bool may_be_left_out = value.kind == Kind::kNull && !field.is_required() && !is_item;
    input_.fail(value.offset,
                fmt::format("`{}` is {}; {}{}", name, described(value), wanted, may_be_left_out ? ", or leave the key out" : ""));
  }

  void read_value(const JsonValue& value, const FieldDescriptor& field, const std::string& name, Message& into) const {
    const auto& reflection = *into.GetReflection();
    const bool many = field.is_repeated();
    if (value.kind != kind_of(field)) wrong_type(value, field, name, needed(field));
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_UINT64: {
        const std::uint64_t number = whole(value, name);
        check_least(value, static_cast<double>(number), field, name);
        many ? reflection.AddUInt64(&into, &field, number) : reflection.SetUInt64(&into, &field, number);
        break;
      }
      case FieldDescriptor::CPPTYPE_DOUBLE:
        check_least(value, value.number, field, name);
        many ? reflection.AddDouble(&into, &field, value.number) : reflection.SetDouble(&into, &field, value.number);
        break;
      case FieldDescriptor::CPPTYPE_BOOL:
        many ? reflection.AddBool(&into, &field, value.boolean) : reflection.SetBool(&into, &field, value.boolean);
        break;
      case FieldDescriptor::CPPTYPE_STRING:
        check_text(value, field, name);
        many ? reflection.AddString(&into, &field, value.text) : reflection.SetString(&into, &field, value.text);
        break;
      default:
        read(value, many ? *reflection.AddMessage(&into, &field) : *reflection.MutableMessage(&into, &field));
    }
  }

  std::uint64_t whole(const JsonValue& value, const std::string& name) const {
    const auto fail = [&](std::string_view what) {
      input_.fail(value.offset, fmt::format("`{}` is {}; {}", name, ir::shorten(value.text, kMostQuoted), what));
    };
    if (value.text.find_first_of(".eE") != std::string::npos) fail("a whole number is needed, without fraction and exponent");
    if (value.text.starts_with('-')) fail("it may not be negative");
    std::int64_t number = 0;
    const char* end = value.text.data() + value.text.size();
    if (std::from_chars(value.text.data(), end, number).ec != std::errc()) {
      fail(fmt::format("it does not fit 64 bits: at most {}", std::numeric_limits<std::int64_t>::max()));
    }
    return static_cast<std::uint64_t>(number);
  }

  void check_least(const JsonValue& value, double number, const FieldDescriptor& field, const std::string& name) const {
    if (!field.options().HasExtension(schema::least)) return;
    const double least = field.options().GetExtension(schema::least);
    if (number >= least) return;
    input_.fail(value.offset, fmt::format("`{}` is {}; at least {} is needed", name, ir::shorten(value.text, kMostQuoted), least));
  }

  void check_text(const JsonValue& value, const FieldDescriptor& field, const std::string& name) const {
    // A backslash is a character like others.
    std::string plain = value.text;
    std::erase(plain, '\\');
    if (!ir::is_escaped_text(plain)) input_.fail(value.offset, fmt::format("`{}` holds a control character", name));
    std::vector<std::string> allowed;
    for (int i = 0; i < field.options().ExtensionSize(schema::one_of); ++i) {
      const std::string& candidate = field.options().GetExtension(schema::one_of, i);
      if (candidate == value.text) return;
      allowed.push_back(fmt::format("\"{}\"", candidate));
    }
    if (allowed.empty()) return;
    input_.fail(value.offset,
                fmt::format("`{}` is \"{}\"; {} is needed", name, ir::shorten(value.text, kMostQuoted), listed(allowed, "or")));
  }

  const InputText& input_;
};

}  // namespace

JsonValue read_strict(std::string_view text, const std::string& file, Message& into) {
  const InputText input(text, file);
  const Descriptor& type = *into.GetDescriptor();
  const auto required = fields_where(type, [](const FieldDescriptor& field) { return field.is_required(); });
  const std::string wanted = fmt::format("{} is an object {{...}} with at least {}", with_article(type), quoted_list(required));
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) input.fail(0, "the file is empty; " + wanted);
  JsonValue root = parse_json(input);
  if (root.kind != Kind::kObject) input.fail(root.offset, fmt::format("the file holds {}; {}", described(root), wanted));
  into.Clear();
  Reader(input).read(root, into);
  return root;
}

}  // namespace tracegate::analyzer
