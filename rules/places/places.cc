#include "rules/places/places.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "ir/text/words.h"
#include "rules/language/rule.pb.h"
#include "rules/places/describe.h"

namespace tracegate::rules {
namespace {

Located absent(std::string path) {
  Located located;
  located.path = std::move(path);
  return located;
}

Located present(const ir::Value& value, std::string path) {
  Located located;
  located.state = Located::State::kPresent;
  located.value = value;
  located.path = std::move(path);
  return located;
}

Located undetermined(std::string path, Reason reason, std::string detail) {
  Located located = absent(std::move(path));
  located.state = Located::State::kUndetermined;
  located.reason = reason;
  located.detail = std::move(detail);
  return located;
}

Located from_fact(const ir::ModuleGraph& graph, const ir::Fact& fact, std::string path, std::string_view attribute) {
  if (const auto outcome = unavailable(graph, fact, fmt::format("`{}`", attribute))) {
    return undetermined(std::move(path), outcome->reason, outcome->found);
  }
  if (fact.state == ir::Fact::State::kAbsent) return absent(std::move(path));
  return present(fact.value, std::move(path));
}

}  // namespace

std::string join_path(std::string_view path, std::string_view name) {
  return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
}

ir::Fact read_at(const ir::ModuleGraph& graph, const Located& at, std::string_view attribute) {
  const ir::Vertex vertex = at.vertex();
  return vertex == ir::kNoVertex ? ir::Fact::absent() : graph.read(vertex, attribute);
}

std::optional<Outcome> unavailable(const ir::ModuleGraph& graph, const ir::Fact& fact, std::string_view what) {
  switch (fact.state) {
    case ir::Fact::State::kNotCollected:
      return Outcome::undetermined(Reason::kNotExported, fmt::format("{} was not exported", what));
    case ir::Fact::State::kUnreadable:
      return Outcome::undetermined(Reason::kUnreadable, fmt::format("{} is {}", what, describe(graph, fact.value)));
    default:
      return std::nullopt;
  }
}

Elements elements_of(const ir::ModuleGraph& graph, const Located& sequence) {
  Elements out;
  if (sequence.state != Located::State::kPresent) return out;
  if (sequence.value.kind == ir::ValueKind::kSequence) {
    const ir::SequenceRecord& record = graph.sequence(sequence.value.record);
    out.sequence = record.elements.has_value();
    // A length without elements is a mapping or the like; neither is something that would be used up by reading it.
    if (!record.elements && !record.length) out.unknown = "cannot be read without using it up";
    if (!record.elements) return out;
    for (std::size_t i = 0; i < record.elements->size(); ++i) {
      out.elements.push_back(present((*record.elements)[i], fmt::format("{}[{}]", sequence.path, i)));
    }
    return out;
  }
  const ir::Vertex vertex = sequence.vertex();
  if (vertex == ir::kNoVertex) return out;
  const ir::ClassRecord& type = graph.class_of(vertex);
  out.sequence = type.has_elements;
  if (!out.sequence) {
    const bool derived =
        std::any_of(type.bases.begin(), type.bases.end(), [&](std::uint32_t base) { return graph.class_record(base).has_elements; });
    if (derived) out.unknown = "are told only by code of its own";
    return out;
  }
  for (const ir::Child& child : graph.children(vertex)) {
    out.elements.push_back(
        present({ir::ValueKind::kObject, ir::kNoString, child.vertex}, join_path(sequence.path, graph.text(child.name))));
  }
  return out;
}

Places::Places(const ir::ModuleGraph& graph, const Profile& profile) : graph_(&graph), profile_(&profile) {
  const auto model = std::make_shared<OfModel>();
  model->located.resize(profile.places());
  model_ = model;
  for (std::size_t place = 0; place < profile.places(); ++place) {
    if (!profile.place_per_layer(place)) model->located[place] = locate(place);
  }
  list_layers(*model, profile.place_index(profile.message().layers().place()));
}

Places::Places(const Places& model, const Located& layer, std::size_t only)
    : graph_(model.graph_), profile_(model.profile_), model_(model.model_), own_(model.profile_->places()) {
  std::vector<bool> wanted(own_.size(), only == kNone);
  for (std::size_t place = only; place != kNone; place = profile_->parent(place)) wanted[place] = true;
  for (std::size_t place = 0; place < own_.size(); ++place) {
    if (!wanted[place] || !profile_->place_per_layer(place)) continue;
    own_[place] = profile_->message().place(static_cast<int>(place)).step_case() == schema::Place::kElements ? layer : locate(place);
  }
}

Places Places::in_layer(const Located& layer) const { return Places(*this, layer, kNone); }

Located Places::in_layer(const Located& layer, std::size_t place) const { return Places(*this, layer, place).at(place); }

void Places::list_layers(OfModel& model, std::size_t place) const {
  const Located& sequence = model.located[profile_->parent(place)];
  Elements found = elements_of(*graph_, sequence);
  model.layers = std::move(found.elements);
  model.no_layers = absent(sequence.path);
  if (sequence.state == Located::State::kUndetermined) {
    model.no_layers = sequence;
  } else if (!found.unknown.empty()) {
    model.no_layers = undetermined(sequence.path, Reason::kUnreadable,
                                   fmt::format("the elements of {} {}", describe(*graph_, sequence.value), found.unknown));
  }
}

const Located& Places::at(std::size_t place) const {
  return profile_->place_per_layer(place) && !own_.empty() ? own_[place] : model_->located[place];
}

Located Places::locate(std::size_t place) const {
  const schema::Place& step = profile_->message().place(static_cast<int>(place));
  if (step.step_case() == schema::Place::kChunk) {
    if (step.chunk() >= graph_->chunks().size()) return absent({});
    const ir::Value& chunk = graph_->chunks()[step.chunk()];
    const bool object = chunk.kind == ir::ValueKind::kObject;
    return present(chunk, object ? std::string(graph_->text(graph_->object(chunk.record).path)) : std::string());
  }
  const Located& from = at(profile_->parent(place));
  const bool follows = step.step_case() == schema::Place::kFollow;
  if (from.state == Located::State::kUndetermined) {
    Located located = from;
    if (!follows) located.path = join_path(from.path, step.attribute());
    return located;
  }
  if (follows) return follow(place, from);
  return from_fact(*graph_, read_at(*graph_, from, step.attribute()), join_path(from.path, step.attribute()), step.attribute());
}

Located Places::follow(std::size_t place, const Located& from) const {
  const schema::Follow& follow = profile_->message().place(static_cast<int>(place)).follow();
  Located reached = from;
  std::set<ir::Vertex> seen;
  for (;;) {
    const ir::Fact next = read_at(*graph_, reached, follow.attribute());
    if (next.state == ir::Fact::State::kAbsent) break;
    if (!seen.insert(reached.vertex()).second) {
      return undetermined(reached.path, Reason::kBudgetExceeded, fmt::format("`{}` leads in a circle", follow.attribute()));
    }
    reached = from_fact(*graph_, next, join_path(reached.path, follow.attribute()), follow.attribute());
    if (reached.state == Located::State::kUndetermined) return reached;
  }
  for (const schema::Choice& choice : follow.choice()) {
    bool all = choice.has_size() > 0;
    for (const std::string& attribute : choice.has()) {
      const ir::Fact fact = read_at(*graph_, reached, attribute);
      if (const auto outcome = unavailable(*graph_, fact, fmt::format("`{}`", attribute))) {
        return undetermined(reached.path, outcome->reason, outcome->found);
      }
      all = all && fact.state == ir::Fact::State::kPresent;
    }
    if (all) return reached;
    if (choice.attribute().empty()) continue;
    Located found =
        from_fact(*graph_, read_at(*graph_, reached, choice.attribute()), join_path(reached.path, choice.attribute()), choice.attribute());
    if (found.state == Located::State::kUndetermined) return found;
    if (found.state == Located::State::kPresent && found.value.kind != ir::ValueKind::kNone) return found;
  }
  Located none = absent(reached.path);
  if (reached.state == Located::State::kPresent) {
    std::vector<std::string> choices;
    for (const schema::Choice& choice : follow.choice()) {
      std::vector<std::string> names;
      for (const std::string& name : choice.has()) names.push_back(fmt::format("`{}`", name));
      if (!choice.attribute().empty()) names.push_back(fmt::format("`{}`", choice.attribute()));
      choices.push_back(ir::enumerate(names));
    }
    none.detail = fmt::format("{}, without {}", describe(*graph_, reached.value), ir::enumerate(choices, "or"));
  }
  return none;
}

std::size_t Places::place_of(ir::Vertex vertex) const {
  for (std::size_t place = 0; place < profile_->places(); ++place) {
    if (at(place).vertex() == vertex) return place;
  }
  return kNone;
}

}  // namespace tracegate::rules
