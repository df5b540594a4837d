#include "rules/evaluate/describe_scope.h"

#include <fmt/format.h>

#include "ir/text/words.h"
#include "rules/language/rule.pb.h"
#include "rules/predicates/predicate.h"
#include "rules/predicates/wording.h"

namespace tracegate::rules {
namespace {

const schema::Place& place_at(const Profile& profile, std::size_t place) { return profile.message().place(static_cast<int>(place)); }

const std::string& layer_title(const Profile& profile) {
  return place_at(profile, profile.place_index(profile.message().layers().place())).title();
}

// Attributes from the layer down, or from the next place above that is no attribute. `top`: that place.
std::string path_of(const Profile& profile, std::size_t place, std::size_t& top) {
  std::string path;
  for (top = place; place_at(profile, top).step_case() == schema::Place::kAttribute; top = profile.parent(top)) {
    path = place_at(profile, top).attribute() + (path.empty() ? "" : ".") + path;
  }
  return path;
}

std::string describe_follow(const Profile& profile, std::size_t place) {
  const schema::Follow& follow = place_at(profile, place).follow();
  std::vector<std::string> choices;
  for (const schema::Choice& choice : follow.choice()) {
    if (choice.has_size() > 0) choices.push_back(fmt::format("the object itself if it has {}", ir::enumerate(quoted(choice.has()))));
    if (!choice.attribute().empty()) choices.push_back(fmt::format("its `{}`", choice.attribute()));
  }
  return fmt::format("from {} down `{}` as long as there is one; then {}", describe_place(profile, profile.parent(place)),
                     follow.attribute(), fmt::join(choices, ", else "));
}

// How the place is found: "`mlp.linear_fc1`", below the layer where it belongs to one.
std::string way_to(const Profile& profile, std::size_t place) {
  const schema::Place& message = place_at(profile, place);
  switch (message.step_case()) {
    case schema::Place::kChunk:
      return fmt::format("entry {} of the list of chunks", message.chunk());
    case schema::Place::kFollow:
      return describe_follow(profile, place);
    case schema::Place::kElements:
      return fmt::format("each element of {}", way_to(profile, profile.parent(place)));
    default:
      break;
  }
  std::size_t top = kNone;
  const std::string path = path_of(profile, place, top);
  return profile.place_per_layer(place) ? fmt::format("`{}`", path) : fmt::format("`{}` of {}", path, describe_place(profile, top));
}

// A place or a group, as `except` and `also` name them.
std::string describe_named(const Profile& profile, const std::string& name) {
  const std::size_t place = profile.place_index(name);
  if (place != kNone) return describe_place(profile, place);
  for (const schema::Group& group : profile.message().group()) {
    if (group.id() == name) return "each " + group.title();
  }
  return name;
}

template <typename List>
std::string describe_named(const Profile& profile, const List& names) {
  std::vector<std::string> out;
  for (const std::string& name : names) out.push_back(describe_named(profile, name));
  return ir::enumerate(out);
}

std::string describe_group(const Profile& profile, const std::string& id) {
  std::vector<std::string> ways;
  bool per_layer = false;
  for (const std::size_t place : profile.scope_places({}, id)) {
    ways.push_back(way_to(profile, place));
    per_layer = per_layer || profile.place_per_layer(place);
  }
  return fmt::format("{}{} ({})", describe_named(profile, id), per_layer ? " of each " + layer_title(profile) : "", fmt::join(ways, ", "));
}

std::string describe_tree(const Profile& profile, const schema::Tree& tree) {
  std::string text = "every module of the model";
  if (!tree.below().empty()) {
    const std::size_t root = profile.place_index(tree.below());
    const std::string roots = describe_places(profile, root);
    text = tree.with_root() ? fmt::format("{} and every module below it", roots) : fmt::format("every module below {}", roots);
  }
  if (!tree.instance_of().empty()) text += fmt::format(", where it is of class {} or of one derived from it", tree.instance_of());
  if (tree.except_size() > 0) text += fmt::format(", other than {}", describe_named(profile, tree.except()));
  if (tree.without_size() > 0) text += fmt::format(", without {} and what is below", describe_named(profile, tree.without()));
  if (tree.also_size() > 0) {
    text += fmt::format("; also {}, where an attribute hides the child of its name", describe_named(profile, tree.also()));
  }
  return text;
}

std::string describe_whole(schema::Whole whole) {
  switch (whole) {
    case schema::RUN_FACTS:
      return "the facts of the run";
    case schema::PROCESS:
      return "the process that the export was made in";
    default:
      return "the model as a whole";
  }
}

std::string describe_trait(const Profile& profile, const std::string& id) {
  for (const schema::Trait& trait : profile.message().trait()) {
    if (trait.id() != id) continue;
    const std::vector<std::string> classes(trait.class_().begin(), trait.class_().end());
    return fmt::format("only on models in which {} of at least one layer is exactly {}",
                       describe_place(profile, profile.place_index(trait.place())), ir::enumerate(classes, "or"));
  }
  return {};
}

}  // namespace

std::string describe(const Profile& profile, const schema::Scope& scope) {
  std::string text;
  switch (scope.kind_case()) {
    case schema::Scope::kPlace: {
      const std::size_t place = profile.place_index(scope.place());
      text = fmt::format("{} ({})", describe_places(profile, place), way_to(profile, place));
      break;
    }
    case schema::Scope::kGroup:
      text = describe_group(profile, scope.group());
      break;
    case schema::Scope::kTree:
      text = describe_tree(profile, scope.tree());
      break;
    case schema::Scope::kAttributes: {
      const schema::Attributes& attributes = scope.attributes();
      text = fmt::format("what {} of {} holds, where it is there{}", ir::enumerate(quoted(attributes.name()), "or"),
                         describe_places(profile, profile.place_index(attributes.place())),
                         attributes.none_too() ? ", None included" : " and not None");
      break;
    }
    case schema::Scope::kWhole:
      text = describe_whole(scope.whole());
      break;
    case schema::Scope::KIND_NOT_SET:
      break;
  }
  return scope.each_slot() ? text + "; once with the adapter's own tensors and once for each named slot of the run" : text;
}

std::string describe(const Profile& profile, const schema::Applies& applies) {
  std::vector<std::string> parts;
  if (!applies.trait().empty()) parts.push_back(describe_trait(profile, applies.trait()));
  if (applies.has_predicate()) {
    parts.push_back(fmt::format("only where this holds at {}: {}", describe_same_layer(profile, profile.place_index(applies.at())),
                                describe(applies.predicate())));
  }
  return ir::enumerate(parts);
}

}  // namespace tracegate::rules
