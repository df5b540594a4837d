#include "analyzer/report/json/json.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include "analyzer/report/json/json_string.h"
#include "analyzer/report/report.pb.h"

namespace tracegate::analyzer {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

class Writer {
 public:
  std::string write(const Message& message) {
    object(message);
    out_ += '\n';
    return std::move(out_);
  }

 private:
  // Brackets around what `entries` writes, each entry on a line of its own.
  template <typename Entries>
  void bracketed(char open, char close, const Entries& entries) {
    out_ += open;
    ++depth_;
    const std::size_t begin = out_.size();
    entries();
    --depth_;
    if (out_.size() > begin) new_line();
    out_ += close;
  }

  void new_line() {
    out_ += '\n';
    out_.append(2 * depth_, ' ');
  }

  void entry() {
    if (out_.back() != '{' && out_.back() != '[') out_ += ',';
    new_line();
  }

  void key(std::string_view name) {
    entry();
    append_json_string(out_, name);
    out_ += ": ";
  }

  void object(const Message& message) {
    const Reflection& of = *message.GetReflection();
    const google::protobuf::Descriptor& type = *message.GetDescriptor();
    bracketed('{', '}', [&] {
      for (int i = 0; i < type.field_count(); ++i) {
        const FieldDescriptor& field = *type.field(i);
        const bool there = field.is_repeated() ? of.FieldSize(message, &field) > 0 : of.HasField(message, &field);
        const bool always = !field.has_presence() && !field.options().GetExtension(schema::unless_empty);
        if (!there && !always) continue;
        key(field.name());
        value(message, of, field);
        if (there && field.options().GetExtension(schema::ends)) return;
      }
    });
  }

  void value(const Message& message, const Reflection& of, const FieldDescriptor& field) {
    if (field.is_map()) return map(message, of, field);
    if (!field.is_repeated()) return single(message, of, field, -1);
    bracketed('[', ']', [&] {
      for (int i = 0; i < of.FieldSize(message, &field); ++i) {
        entry();
        single(message, of, field, i);
      }
    });
  }

  // A map is an object; its keys are sorted.
  void map(const Message& message, const Reflection& of, const FieldDescriptor& field) {
    const FieldDescriptor& name = *field.message_type()->map_key();
    const FieldDescriptor& held = *field.message_type()->map_value();
    std::vector<const Message*> entries;
    for (int i = 0; i < of.FieldSize(message, &field); ++i) entries.push_back(&of.GetRepeatedMessage(message, &field, i));
    const auto key_of = [&](const Message* one) { return one->GetReflection()->GetString(*one, &name); };
    std::sort(entries.begin(), entries.end(), [&](const Message* a, const Message* b) { return key_of(a) < key_of(b); });
    bracketed('{', '}', [&] {
      for (const Message* one : entries) {
        key(key_of(one));
        single(*one, *one->GetReflection(), held, -1);
      }
    });
  }

  // `index`: of a repeated field, else -1.
  void single(const Message& message, const Reflection& of, const FieldDescriptor& field, int index) {
    const bool list = index >= 0;
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return object(list ? of.GetRepeatedMessage(message, &field, index) : of.GetMessage(message, &field));
      case FieldDescriptor::CPPTYPE_STRING: {
        std::string held;
        const std::string& text =
            list ? of.GetRepeatedStringReference(message, &field, index, &held) : of.GetStringReference(message, &field, &held);
        return append_json_string(out_, text);
      }
      case FieldDescriptor::CPPTYPE_ENUM:
        return append_json_string(out_, (list ? of.GetRepeatedEnum(message, &field, index) : of.GetEnum(message, &field))->name());
      case FieldDescriptor::CPPTYPE_BOOL:
        return number(list ? of.GetRepeatedBool(message, &field, index) : of.GetBool(message, &field));
      case FieldDescriptor::CPPTYPE_UINT32:
        return number(list ? of.GetRepeatedUInt32(message, &field, index) : of.GetUInt32(message, &field));
      case FieldDescriptor::CPPTYPE_UINT64:
        return number(list ? of.GetRepeatedUInt64(message, &field, index) : of.GetUInt64(message, &field));
      case FieldDescriptor::CPPTYPE_INT64:
        return number(list ? of.GetRepeatedInt64(message, &field, index) : of.GetInt64(message, &field));
      default:
        throw std::logic_error(fmt::format("{}: no field of a report has this type", field.full_name()));
    }
  }

  void number(auto value) { fmt::format_to(std::back_inserter(out_), "{}", value); }

  std::string out_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string write_json(const schema::Report& report) { return Writer().write(report); }

std::string read_json(std::string_view text, schema::Report& report) {
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  const auto status = google::protobuf::util::JsonStringToMessage({text.data(), text.size()}, &report, options);
  return status.ok() ? std::string() : std::string(status.message().data(), status.message().size());
}

}  // namespace tracegate::analyzer
