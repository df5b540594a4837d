#include "tests/support/random_profile.h"

#include <map>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <google/protobuf/text_format.h>

#include "rules/language/rule.pb.h"
#include "tests/support/random_graph.h"

namespace tracegate::test {
namespace {

using namespace vocabulary;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
namespace schema = rules::schema;
using Words = std::vector<std::string>;

// What stands around the conditions. `c` is asked for in the profile only, `d` in the graphs under another mark: both are not collected
// on some objects.
constexpr const char* kFrame = R"(id: "random" version: 1 title: "random"
reads {
  attribute { follow: true name: ["layers", "x", "y", "p", "q", "r"] }
  attribute { name: ["a", "b", "c", "d", "s", "fn", "A", "B"] }
  instance: ["forward", "k"]
  hooks: ["h", "g"]
  globals: ["torch:hooks"]
  table { name: "slots" field: ["kind", "name"] }
}
place { id: "chunk" title: "chunk" chunk: 0 }
place { id: "x" title: "shared" from: "chunk" attribute: "x" }
place { id: "layers" title: "layers" from: "chunk" attribute: "layers" }
place { id: "layer" title: "layer" from: "layers" elements: true }
place { id: "lx" title: "layer's x" from: "layer" attribute: "x" }
place { id: "p" title: "part p" from: "layer" attribute: "p" }
place { id: "q" title: "part q" from: "layer" attribute: "q" }
place { id: "px" title: "x of p" from: "p" attribute: "x" }
place { id: "pq" title: "q of p" from: "p" attribute: "q" }
group { id: "parts" title: "part" place: ["p", "q", "pq"] }
group { id: "both" title: "thing" place: ["x", "lx"] }
layers { place: "layer" label: "p" root: "chunk" }
adapter {
  a: "A" b: "B" slot_table: "slots" slot_kind: "kind" slot_name: "name" slot_modules: "p" slot_kinds: "lora"
  scope { tree { below: "layer" with_root: true instance_of: "lib.Lora" } }
}
class_alias { name: "lib.Left" alias: "own.Left" }
trait { id: "left" place: "p" class: "lib.Left" otherwise: "no left" }
symbol { id: "R" title: "rank sum" largest_rank_sum {} }
width { id: "w" title: "width" element_bytes: 2 term { times: 1 symbol: "R" } }
)";

Words words(const auto& names) { return {std::begin(names), std::end(names)}; }

// The words of each text field, by MESSAGE.FIELD.
const std::map<std::string, Words>& pools() {
  const Words attributes = {"a", "b", "c", "d", "s", "fn", "x", "y", "p", "A"},
              places = {"chunk", "x", "layer", "lx", "p", "q", "px", "pq"}, classes = words(kClasses), functions = words(kFunctions),
              modules = words(kModules), values = words(kValues);
  const Words both = {"p", "q", "pq", "parts", "x", "lx", "both"};
  static const std::map<std::string, Words> known = {
      {"Value.attribute", attributes},
      {"Value.is", values},
      {"Value.equals", {"0", "1", "2"}},
      {"ExactClass.name", classes},
      {"KnownClass.name", classes},
      {"KnownClass.says", {"known"}},
      {"NotInstanceOf.name", classes},
      {"ClassText.module_prefix", modules},
      {"ClassText.name_contains", {"Le", "Base", ""}},
      {"ClassText.or_exactly", classes},
      {"CallableIs.attribute", attributes},
      {"CallableIs.name", functions},
      {"NoHooks.table", words(kHooks)},
      {"KeysAbsent.key", words(kInstance)},
      {"Wrapper.function", functions},
      {"Delegate.key", words(kInstance)},
      {"NoShadowedCallables.except", words(kCallables)},
      {"NoCallables.except", words(kCallables)},
      {"NoCallables.only", words(kCallables)},
      {"ForwardOrigin.module_prefix", modules},
      {"AdapterTensors.dtype", {"bfloat16", "float32"}},
      {"FirstParameter.dtype", {"bfloat16", "float32"}},
      {"Operand.place", {"", "x", "layer", "lx", "p"}},
      {"Operand.attribute", attributes},
      {"Operand.length_of", attributes},
      {"Operand.run", {"tp", "cp"}},
      {"RunEquals.fact", {"tp", "cp"}},
      {"RunEquals.number", {"1", "2"}},
      {"GlobalIs.name", words(kGlobals)},
      {"GlobalIs.is", {"int:0"}},
      {"HasDescendant.instance_of", classes},
      {"OnlyChildren.name", words(kChildren)},
      {"SameFacts.place", places},
      {"Scope.place", places},
      {"Scope.group", {"parts", "both"}},
      {"Tree.below", {"", "layer", "layers", "p", "x"}},
      {"Tree.except", both},
      {"Tree.instance_of", {"", "", "lib.Base", "lib.Lora"}},
      {"Tree.also", both},
      {"Tree.without", both},
      {"Attributes.place", places},
      {"Attributes.name", attributes},
      {"Applies.trait", {"", "left"}},
      {"Applies.at", places},
  };
  return known;
}

class Filler {
 public:
  explicit Filler(Draws& draws) : draws_(draws) {}

  // Fills `message`, its oneof with one of its fields.
  void fill(Message& message, int depth) {
    const auto* descriptor = message.GetDescriptor();
    const FieldDescriptor* chosen = nullptr;
    if (descriptor->oneof_decl_count() > 0) {
      const auto* oneof = descriptor->oneof_decl(0);
      do {
        chosen = oneof->field(static_cast<int>(draws_.below(static_cast<std::size_t>(oneof->field_count()))));
      } while (depth > 2 && combines(*chosen));
    }
    for (int i = 0; i < descriptor->field_count(); ++i) {
      const FieldDescriptor* field = descriptor->field(i);
      if (field->containing_oneof() != nullptr && field != chosen) continue;
      this->field(message, *field, field == chosen, depth);
    }
    mend(message);
  }

 private:
  static bool combines(const FieldDescriptor& field) { return field.name() == "all" || field.name() == "any" || field.name() == "not"; }

  void field(Message& message, const FieldDescriptor& field, bool chosen, int depth) {
    const auto* reflection = message.GetReflection();
    // Most lists are short; what is optional is there every other time.
    const std::size_t count = field.is_repeated() ? 1 + draws_.below(2) : 1;
    const bool flag = draws_.one_in(3);
    for (std::size_t i = 0; i < count; ++i) {
      switch (field.cpp_type()) {
        case FieldDescriptor::CPPTYPE_STRING: {
          const std::string text = word(field);
          if (text.empty()) break;
          field.is_repeated() ? reflection->AddString(&message, &field, text) : reflection->SetString(&message, &field, text);
          break;
        }
        case FieldDescriptor::CPPTYPE_BOOL:
          if (flag || chosen) reflection->SetBool(&message, &field, true);
          break;
        case FieldDescriptor::CPPTYPE_ENUM: {
          const int values = field.enum_type()->value_count();
          reflection->SetEnumValue(&message, &field, 1 + static_cast<int>(draws_.below(static_cast<std::size_t>(values - 1))));
          break;
        }
        case FieldDescriptor::CPPTYPE_INT64:
          reflection->SetInt64(&message, &field, static_cast<std::int64_t>(draws_.below(5)));
          break;
        case FieldDescriptor::CPPTYPE_UINT32:
          reflection->SetUInt32(&message, &field, static_cast<std::uint32_t>(1 + draws_.below(2)));
          break;
        case FieldDescriptor::CPPTYPE_MESSAGE: {
          if (!chosen && !field.is_repeated() && flag) break;
          Message* part = field.is_repeated() ? reflection->AddMessage(&message, &field) : reflection->MutableMessage(&message, &field);
          fill(*part, depth + 1);
          break;
        }
        default:
          throw std::logic_error(fmt::format("{}: no random values for a field of this type", field.full_name()));
      }
    }
  }

  std::string word(const FieldDescriptor& field) {
    const std::string name = field.containing_type()->name() + "." + field.name();
    const auto found = pools().find(name);
    if (found == pools().end()) throw std::logic_error(fmt::format("{}: no words for a field of this name", name));
    return draws_.of(found->second);
  }

  // What the schema cannot say: fields that go together, or not.
  void mend(Message& message) {
    if (auto* tree = dynamic_cast<schema::Tree*>(&message)) {
      if (tree->below().empty()) tree->clear_also();
      for (auto* list : {tree->mutable_except(), tree->mutable_also(), tree->mutable_without()}) {
        if (draws_.one_in(2)) list->Clear();
      }
    }
    if (auto* value = dynamic_cast<schema::Value*>(&message)) {
      if (draws_.one_in(2)) value->clear_is();
      if (draws_.one_in(2)) value->clear_equals();
      if (draws_.one_in(2)) value->clear_absent();
      if (draws_.one_in(2)) value->clear_falsy();
      if (draws_.one_in(2)) value->clear_positive_int();
    }
    if (auto* operand = dynamic_cast<schema::Operand*>(&message)) {
      if (draws_.one_in(2)) operand->clear_length_of();
      if (draws_.one_in(2)) operand->clear_run();
    }
    if (auto* applies = dynamic_cast<schema::Applies*>(&message)) {
      if (draws_.one_in(3)) applies->clear_predicate();
    }
    if (auto* exact = dynamic_cast<schema::NoCallables*>(&message)) {
      if (draws_.one_in(2)) exact->clear_only();
    }
  }

  Draws& draws_;
};

}  // namespace

std::string random_profile(Draws& draws) {
  Filler filler(draws);
  schema::Profile profile;
  const std::size_t conditions = 1 + draws.below(4);
  for (std::size_t i = 0; i < conditions; ++i) {
    schema::Condition& condition = *profile.add_condition();
    condition.set_id(fmt::format("r/c{}", i));
    condition.set_title("t");
    condition.set_because("b");
    condition.add_mark(schema::CODE);
    for (std::size_t k = 0; k < 1 + draws.below(2); ++k) filler.fill(*condition.add_scope(), 0);
    filler.fill(*condition.mutable_predicate(), 0);
    if (draws.one_in(3)) filler.fill(*condition.mutable_applies(), 1);
    if (draws.one_in(4)) condition.set_support(true);
    if (draws.one_in(3)) {
      schema::Requirement& required = *condition.add_require();
      if (i == 0) {
        required.set_own_guards(true);
      } else {
        required.set_condition(fmt::format("r/c{}", draws.below(i)));
        const char* at[] = {"", "x", "layer", "p"};
        required.set_at(draws.of(at));
      }
    }
  }
  if (draws.one_in(2)) {
    schema::Note& note = *profile.add_note();
    note.set_id("note/n");
    note.set_title("t");
    note.set_because("b");
    filler.fill(*note.add_scope(), 0);
    filler.fill(*note.mutable_predicate(), 0);
  }
  std::string text;
  google::protobuf::TextFormat::PrintToString(profile, &text);
  return kFrame + text;
}

}  // namespace tracegate::test
