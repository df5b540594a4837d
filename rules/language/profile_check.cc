#include "rules/language/profile_check.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "ir/graph/value.h"
#include "ir/text/escape.h"
#include "ir/text/nearest.h"
#include "rules/language/pricing.h"

namespace tracegate::rules {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::OneofDescriptor;
using google::protobuf::Reflection;
using Tree = google::protobuf::TextFormat::ParseInfoTree;

// What a text field must name or look like.
enum class Meaning {
  kPlace,  // a place
  kGroup,  // a group
  kPlaceOrGroup,
  kCondition,
  kTrait,
  kSymbol,
  kRead,      // an attribute that `reads` collects
  kInstance,  // a key that `reads.instance` collects
  kHookTable,
  kGlobal,
  kPolicy,  // a price policy that takes widths
  kGeometrySymbol,
  kValue,  // a typed value
  kNumber,
  kWidth,
  kText,  // anything but empty; of a number: not zero
};

struct FieldRule {
  std::string_view field;  // MESSAGE.FIELD
  Meaning meaning;
  bool required = false;  // must be set
};

// One row a field: the whole semantic check is this table.
constexpr FieldRule kRules[] = {
    {"Profile.id", Meaning::kText, true},
    {"Profile.title", Meaning::kText, true},
    {"Profile.extrapolated_without", Meaning::kTrait},
    {"Profile.condition", Meaning::kText, true},
    {"Place.id", Meaning::kText, true},
    {"Place.title", Meaning::kText, true},
    {"Place.from", Meaning::kPlace},
    {"Place.attribute", Meaning::kRead},
    {"Follow.attribute", Meaning::kRead, true},
    {"Follow.choice", Meaning::kText, true},
    {"Choice.has", Meaning::kRead},
    {"Choice.attribute", Meaning::kRead},
    {"Group.id", Meaning::kText, true},
    {"Group.title", Meaning::kText, true},
    {"Group.place", Meaning::kPlace, true},
    {"ClassAlias.name", Meaning::kText, true},
    {"ClassAlias.alias", Meaning::kText, true},
    {"Layers.place", Meaning::kPlace, true},
    {"Layers.label", Meaning::kPlace, true},
    {"Layers.root", Meaning::kPlace, true},
    {"Adapter.a", Meaning::kRead, true},
    {"Adapter.b", Meaning::kRead, true},
    {"Adapter.slot_table", Meaning::kRead, true},
    {"Adapter.slot_kind", Meaning::kText, true},
    {"Adapter.slot_name", Meaning::kText, true},
    {"Adapter.slot_modules", Meaning::kText, true},
    {"Adapter.slot_kinds", Meaning::kText, true},
    {"Adapter.scope", Meaning::kText, true},
    {"Trait.id", Meaning::kText, true},
    {"Trait.place", Meaning::kPlace, true},
    {"Trait.class", Meaning::kText, true},
    {"Trait.otherwise", Meaning::kText, true},
    {"Condition.id", Meaning::kText, true},
    {"Condition.scope", Meaning::kText, true},
    {"Condition.predicate", Meaning::kText, true},
    {"Condition.title", Meaning::kText, true},
    {"Condition.because", Meaning::kText, true},
    {"Condition.mark", Meaning::kText, true},
    {"Note.id", Meaning::kText, true},
    {"Note.scope", Meaning::kText, true},
    {"Note.predicate", Meaning::kText, true},
    {"Note.title", Meaning::kText, true},
    {"Note.because", Meaning::kText, true},
    {"Requirement.condition", Meaning::kCondition},
    {"Requirement.at", Meaning::kPlace},
    {"Applies.trait", Meaning::kTrait},
    {"Applies.at", Meaning::kPlace},
    {"Scope.place", Meaning::kPlace},
    {"Scope.group", Meaning::kGroup},
    {"Tree.below", Meaning::kPlace},
    {"Tree.except", Meaning::kPlaceOrGroup},
    {"Tree.also", Meaning::kPlaceOrGroup},
    {"Tree.without", Meaning::kPlaceOrGroup},
    {"Attributes.place", Meaning::kPlace, true},
    {"Attributes.name", Meaning::kRead, true},
    {"All.predicate", Meaning::kText, true},
    {"Any.predicate", Meaning::kText, true},
    {"Value.attribute", Meaning::kRead, true},
    {"Value.is", Meaning::kValue},
    {"Value.equals", Meaning::kNumber},
    {"ExactClass.name", Meaning::kText, true},
    {"KnownClass.name", Meaning::kText, true},
    {"KnownClass.says", Meaning::kText, true},
    {"NotInstanceOf.name", Meaning::kText, true},
    {"ClassText.module_prefix", Meaning::kText, true},
    {"CallableIs.attribute", Meaning::kRead, true},
    {"CallableIs.name", Meaning::kText, true},
    {"NoHooks.table", Meaning::kHookTable, true},
    {"KeysAbsent.key", Meaning::kInstance, true},
    {"Wrapper.function", Meaning::kText, true},
    {"Delegate.key", Meaning::kInstance, true},
    {"ForwardOrigin.module_prefix", Meaning::kText, true},
    {"NoCallables.only", Meaning::kText},
    {"HasDescendant.instance_of", Meaning::kText, true},
    {"OnlyChildren.name", Meaning::kText, true},
    {"SameFacts.place", Meaning::kPlace, true},
    {"FirstParameter.dtype", Meaning::kText, true},
    {"Relation.operand", Meaning::kText, true},
    {"Operand.place", Meaning::kPlace},
    {"Operand.attribute", Meaning::kRead},
    {"Operand.length_of", Meaning::kRead},
    {"RunEquals.fact", Meaning::kText, true},
    {"RunEquals.number", Meaning::kNumber, true},
    {"GlobalIs.name", Meaning::kGlobal, true},
    {"GlobalIs.is", Meaning::kText, true},
    {"Symbol.id", Meaning::kText, true},
    {"Symbol.title", Meaning::kText, true},
    {"LargestAttribute.place", Meaning::kPlace, true},
    {"LargestAttribute.attribute", Meaning::kRead, true},
    {"Width.id", Meaning::kText, true},
    {"Width.title", Meaning::kText, true},
    {"Width.term", Meaning::kText, true},
    {"TracedPackage.name", Meaning::kText, true},
    {"TracedPackage.version", Meaning::kText, true},
    {"TracedPackage.module", Meaning::kText, true},
    {"TracedForward.class", Meaning::kText, true},
    {"TracedForward.source", Meaning::kText, true},
    {"Term.symbol", Meaning::kSymbol, true},
    {"Pricing.policy", Meaning::kPolicy, true},
    {"Pricing.fact", Meaning::kText, true},
    {"Pricing.ffn_hidden_size", Meaning::kSymbol, true},
    {"Pricing.linear_layer", Meaning::kTrait, true},
    {"Pricing.dense_condition", Meaning::kCondition, true},
    {"Pricing.checkpoint_condition", Meaning::kCondition, true},
    {"Pricing.layout_condition", Meaning::kCondition, true},
    {"Pricing.wrapped_condition", Meaning::kCondition, true},
    {"Pricing.context_parallel", Meaning::kText, true},
    {"Pricing.gradient_width", Meaning::kWidth, true},
    {"Pricing.no_grad_width", Meaning::kWidth, true},
    {"GeometryFact.symbol", Meaning::kGeometrySymbol, true},
    {"GeometryFact.place", Meaning::kPlace, true},
    {"GeometryFact.attribute", Meaning::kRead, true},
    {"GeometryFact.otherwise", Meaning::kValue},
};

// Messages of which exactly one field must be set, by their only oneof.
constexpr std::string_view kOneof[] = {"Place", "Scope", "Predicate", "Symbol"};

// A profile has a few dozen kinds of fields and thousands of fields: each kind is looked up once.
const FieldRule* rule_of(const FieldDescriptor& field) {
  static thread_local std::unordered_map<const FieldDescriptor*, const FieldRule*> known;
  const auto [entry, fresh] = known.emplace(&field, nullptr);
  if (fresh) {
    const std::string name = field.containing_type()->name() + "." + field.name();
    const auto* found = std::find_if(std::begin(kRules), std::end(kRules), [&](const FieldRule& rule) { return rule.field == name; });
    if (found != std::end(kRules)) entry->second = found;
  }
  return entry->second;
}

// All names that a field may refer to.
struct Names {
  std::vector<std::string> places, elements, groups, conditions, notes, traits, symbols, widths, reads, instance, hooks, globals, facts;
  const std::vector<std::string> policies{kWidthPolicies.begin(), kWidthPolicies.end()};
  const std::vector<std::string> geometry_symbols{kGeometrySymbols.begin(), kGeometrySymbols.end()};

  explicit Names(const schema::Profile& profile) {
    for (const auto& place : profile.place()) {
      places.push_back(place.id());
      if (place.elements()) elements.push_back(place.id());
    }
    for (const auto& group : profile.group()) groups.push_back(group.id());
    for (const auto& condition : profile.condition()) conditions.push_back(condition.id());
    for (const auto& note : profile.note()) notes.push_back(note.id());
    for (const auto& trait : profile.trait()) traits.push_back(trait.id());
    for (const auto& symbol : profile.symbol()) symbols.push_back(symbol.id());
    for (const auto& width : profile.width()) widths.push_back(width.id());
    for (const auto& read : profile.reads().attribute()) reads.insert(reads.end(), read.name().begin(), read.name().end());
    for (const auto& table : profile.reads().table()) reads.push_back(table.name());
    instance.assign(profile.reads().instance().begin(), profile.reads().instance().end());
    hooks.assign(profile.reads().hooks().begin(), profile.reads().hooks().end());
    globals.assign(profile.reads().globals().begin(), profile.reads().globals().end());
    for (const auto& fact : profile.pricing().fact()) facts.push_back(fact.symbol());
  }
};

class Checker {
 public:
  Checker(const schema::Profile& base, const schema::Profile& own, const schema::Profile& all, const ProfileText& text)
      : own_(own), all_(all), text_(text), before_(base), names_(all) {}

  void check(const Tree& tree) {
    duplicates(tree);
    walk(own_, all_, &tree, Place{0, 0});
    layers(tree);
    pricing(tree);
  }

 private:
  struct Place {
    int line = -1;
    int column = -1;
  };

  // Where a message without a fault of its own begins: the parser keeps only the places of fields.
  static Place at(const Tree* tree, const FieldDescriptor* field, int index) {
    if (tree == nullptr) return {};
    auto location = tree->GetLocation(field, index);
    // Of a list in brackets the parser keeps only where its name stands, as the place of its first entry.
    while (location.line < 0 && index > 0) location = tree->GetLocation(field, --index);
    return {location.line, location.column};
  }

  [[noreturn]] void fail(const Place& place, std::string_view what) const { text_.fail(place.line, place.column, what); }

  // `joined`: the message with what the base says of it. Depth is bounded by the parser's limit on nesting.
  void walk(const Message& message, const Message& joined, const Tree* tree, const Place& own) {
    const Descriptor* descriptor = message.GetDescriptor();
    const Reflection* reflection = message.GetReflection();
    required(message, joined, own);
    for (int i = 0; i < descriptor->field_count(); ++i) {
      const FieldDescriptor* field = descriptor->field(i);
      const int count = field->is_repeated() ? reflection->FieldSize(message, field) : (is_set(message, field) ? 1 : 0);
      for (int k = 0; k < count; ++k) {
        const int index = field->is_repeated() ? k : -1;
        if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
          const Message& child =
              field->is_repeated() ? reflection->GetRepeatedMessage(message, field, k) : reflection->GetMessage(message, field);
          // Entries of lists stand for themselves.
          const Message& both = field->is_repeated() ? child : joined.GetReflection()->GetMessage(joined, field);
          walk(child, both, tree == nullptr ? nullptr : tree->GetTreeForNested(field, index), at(tree, field, index));
        } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
          const std::string value =
              field->is_repeated() ? reflection->GetRepeatedString(message, field, k) : reflection->GetString(message, field);
          text_field(*field, value, at(tree, field, index));
        } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
          const int value =
              field->is_repeated() ? reflection->GetRepeatedEnumValue(message, field, k) : reflection->GetEnumValue(message, field);
          if (value == 0) fail(at(tree, field, index), fmt::format("`{}` must be given", field->name()));
        }
      }
    }
  }

  // Without explicit presence an empty text is the same as none, and zero the same as no number.
  static bool is_set(const Message& message, const FieldDescriptor* field) { return message.GetReflection()->HasField(message, field); }

  void required(const Message& message, const Message& joined, const Place& own) {
    const Descriptor* descriptor = message.GetDescriptor();
    for (int i = 0; i < descriptor->field_count(); ++i) {
      const FieldDescriptor* field = descriptor->field(i);
      const FieldRule* rule = rule_of(*field);
      if (rule == nullptr || !rule->required) continue;
      // What the profile itself does not say, its base may.
      const bool empty = field->is_repeated() ? joined.GetReflection()->FieldSize(joined, field) == 0 : !is_set(joined, field);
      if (empty) fail(own, fmt::format("`{}` needs `{}`", noun(*descriptor), field->name()));
    }
    if (std::find(std::begin(kOneof), std::end(kOneof), descriptor->name()) != std::end(kOneof)) {
      const OneofDescriptor* oneof = descriptor->oneof_decl(0);
      if (!message.GetReflection()->HasOneof(message, oneof)) {
        std::vector<std::string> names;
        for (int i = 0; i < oneof->field_count(); ++i) names.push_back(oneof->field(i)->name());
        fail(own, fmt::format("`{}` needs one of: {}", noun(*descriptor), fmt::join(names, ", ")));
      }
    }
  }

  // The message as a profile's author knows it: place for Place, exact_class for ExactClass.
  static std::string noun(const Descriptor& descriptor) {
    std::string text;
    for (const char c : descriptor.name()) {
      const bool upper = c >= 'A' && c <= 'Z';
      if (upper && !text.empty()) text += '_';
      text += upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return text;
  }

  void text_field(const FieldDescriptor& field, const std::string& value, const Place& place) const {
    // Reports print these texts as they are; a backslash is a character like others.
    std::string plain = value;
    std::erase(plain, '\\');
    if (!ir::is_escaped_text(plain)) fail(place, fmt::format("`{}` holds a control character, or is not UTF-8", field.name()));
    const FieldRule* rule = rule_of(field);
    if (rule == nullptr) return;
    if (value.empty()) fail(place, fmt::format("`{}` holds an empty text", field.name()));
    ir::Strings strings;
    switch (rule->meaning) {
      case Meaning::kPlace:
        return must_name(value, names_.places, "place", place);
      case Meaning::kGroup:
        return must_name(value, names_.groups, "group", place);
      case Meaning::kPlaceOrGroup: {
        std::vector<std::string> both = names_.places;
        both.insert(both.end(), names_.groups.begin(), names_.groups.end());
        return must_name(value, both, "place or group", place);
      }
      case Meaning::kCondition:
        return must_name(value, names_.conditions, "condition", place);
      case Meaning::kTrait:
        return must_name(value, names_.traits, "trait", place);
      case Meaning::kSymbol:
        return must_name(value, names_.symbols, "symbol", place);
      case Meaning::kWidth:
        return must_name(value, names_.widths, "width", place);
      case Meaning::kRead:
        return must_name(value, names_.reads, "attribute or table under `reads`", place);
      case Meaning::kInstance:
        return must_name(value, names_.instance, "key under `reads.instance`", place);
      case Meaning::kHookTable:
        return must_name(value, names_.hooks, "table under `reads.hooks`", place);
      case Meaning::kGlobal:
        return must_name(value, names_.globals, "global under `reads.globals`", place);
      case Meaning::kPolicy:
        return must_name(value, names_.policies, "price policy with widths", place);
      case Meaning::kGeometrySymbol:
        return must_name(value, names_.geometry_symbols, "symbol of a model's geometry", place);
      case Meaning::kValue:
        if (!ir::parse_value(value, strings)) {
          fail(place, fmt::format("`{}` is no typed value, such as \"bool:True\", \"int:1\", \"str:full\" or \"none:\"", value));
        }
        return;
      case Meaning::kNumber:
        if (!ir::parse_number(value)) fail(place, fmt::format("`{}` is no number, such as \"2\" or \"0.0\"", value));
        return;
      case Meaning::kText:
        return;
    }
  }

  void must_name(const std::string& value, const std::vector<std::string>& known, std::string_view what, const Place& place) const {
    if (std::find(known.begin(), known.end(), value) != known.end()) return;
    fail(place, fmt::format("no {} is named `{}`{}", what, value, ir::did_you_mean(value, known)));
  }

  void duplicates(const Tree& tree) const {
    const Names own(own_);
    unique(before_.places, own.places, "place", "id", tree);
    unique(before_.groups, own.groups, "group", "id", tree);
    unique(before_.conditions, own.conditions, "condition", "id", tree);
    unique(before_.notes, own.notes, "note", "id", tree);
    unique(before_.traits, own.traits, "trait", "id", tree);
    unique({}, own.symbols, "symbol", "id", tree);
    // A place may only stand on one above it in the text: so places form a tree.
    std::vector<std::string> above = before_.places;
    for (int i = 0; i < own_.place_size(); ++i) {
      const std::string& from = own_.place(i).from();
      const bool known = std::find(names_.places.begin(), names_.places.end(), from) != names_.places.end();
      if (known && std::find(above.begin(), above.end(), from) == above.end()) {
        fail(nested(tree, "place", i, "from"), fmt::format("place `{}` stands on `{}`, which is not above it", own_.place(i).id(), from));
      }
      above.push_back(own_.place(i).id());
    }
  }

  // Where field `name` of entry `index` of the profile's list `list` is; the entry itself where the field is not written.
  Place nested(const Tree& tree, const std::string& list, int index, const std::string& name, int leaf_index = -1) const {
    const FieldDescriptor* field = schema::Profile::descriptor()->FindFieldByName(list);
    const Tree* inner = tree.GetTreeForNested(field, index);
    const FieldDescriptor* leaf = field->message_type()->FindFieldByName(name);
    const Place place = at(inner, leaf, leaf_index);
    return place.line >= 0 ? place : at(&tree, field, index);
  }

  void unique(const std::vector<std::string>& before, const std::vector<std::string>& names, const std::string& list,
              const std::string& name, const Tree& tree) const {
    std::set<std::string> seen(before.begin(), before.end());
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].empty() || seen.insert(names[i]).second) continue;
      fail(nested(tree, list, static_cast<int>(i), name), fmt::format("{} `{}` is there twice", list, names[i]));
    }
  }

  // What the layers are, and what only whole profiles can get wrong.
  void layers(const Tree& tree) const {
    int elements = 0;
    for (const std::string& id : before_.elements) elements += id == all_.layers().place() ? 1 : 0;
    for (int i = 0; i < own_.place_size(); ++i) {
      const schema::Place& place = own_.place(i);
      if (place.from().empty() != (place.step_case() == schema::Place::kChunk)) {
        fail(nested(tree, "place", i, "id"), "a place stands on another place by `from`, or is a `chunk`: one of the two");
      }
      if (place.step_case() != schema::Place::kElements) continue;
      if (++elements > 1 || place.id() != all_.layers().place()) {
        fail(nested(tree, "place", i, "elements"), "only one place may have `elements`: that of `layers`");
      }
    }
    const Place start{0, 0};
    if (own_.version() == 0) fail(start, "`profile` needs `version`, from 1");
    if (elements != 1) fail(start, "`profile` needs `layers`, and a place with `elements`");
    for (int i = 0; i < own_.condition_size(); ++i) {
      scopes(tree, "condition", i, own_.condition(i).scope());
      const auto& required = own_.condition(i).require();
      for (int k = 0; k < required.size(); ++k) {
        if (required[k].condition().empty() == !required[k].own_guards()) {
          fail(nested(tree, "condition", i, "require", k), "`require` names a `condition`, or says `own_guards`: one of the two");
        }
      }
    }
    for (int i = 0; i < own_.note_size(); ++i) scopes(tree, "note", i, own_.note(i).scope());
  }

  template <typename Scopes>
  void scopes(const Tree& tree, const std::string& list, int index, const Scopes& scopes) const {
    for (int k = 0; k < scopes.size(); ++k) {
      if (scopes[k].tree().below().empty() && scopes[k].tree().also_size() != 0) {
        fail(nested(tree, list, index, "scope", k), "`also` adds to the tree below one place: it needs `below`");
      }
    }
  }

  // What the prices of waves read.
  void pricing(const Tree& tree) const {
    const auto& facts = own_.pricing().fact();
    const FieldDescriptor* pricing = schema::Profile::descriptor()->FindFieldByName("pricing");
    const Tree* inner = tree.GetTreeForNested(pricing, -1);
    const FieldDescriptor* list = pricing->message_type()->FindFieldByName("fact");
    const auto field = [&](int index, const char* name) {
      return at(inner == nullptr ? nullptr : inner->GetTreeForNested(list, index), list->message_type()->FindFieldByName(name), -1);
    };
    std::set<std::string> seen(before_.facts.begin(), before_.facts.end());
    for (int i = 0; i < facts.size(); ++i) {
      if (!seen.insert(facts[i].symbol()).second) fail(field(i, "symbol"), fmt::format("fact `{}` is there twice", facts[i].symbol()));
      if (in_layer(facts[i].place())) {
        fail(field(i, "place"), fmt::format("a fact stands at a place of the model; `{}` is one of each layer", facts[i].place()));
      }
    }
    // The base's own is right, but its symbols and widths may have been replaced here.
    if (!all_.has_pricing()) return;
    const Place place = own_.has_pricing() ? at(&tree, pricing, -1) : Place{0, 0};
    must_name(all_.pricing().ffn_hidden_size(), names_.symbols, "symbol", place);
    must_name(all_.pricing().gradient_width(), names_.widths, "width", place);
    must_name(all_.pricing().no_grad_width(), names_.widths, "width", place);
  }

  bool in_layer(const std::string& place) const {
    std::string here = place;
    // Places stand on places above them, so this goes once through the list, backwards.
    for (int i = all_.place_size() - 1; i >= 0; --i) {
      if (all_.place(i).id() != here) continue;
      if (all_.place(i).elements()) return true;
      here = all_.place(i).from();
    }
    return false;
  }

  const schema::Profile& own_;
  const schema::Profile& all_;
  const ProfileText& text_;
  const Names before_;  // of the base
  const Names names_;   // of both
};

}  // namespace

void check_profile(const schema::Profile& base, const schema::Profile& own, const schema::Profile& all, const Tree& tree,
                   const ProfileText& text) {
  Checker(base, own, all, text).check(tree);
}

}  // namespace tracegate::rules
