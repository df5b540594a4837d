#include "rules/places/subjects.h"
#include "rules/places/classes.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "rules/language/rule.pb.h"

namespace tracegate::rules {
namespace {

class Collector {
 public:
  Collector(const ir::ModuleGraph& graph, const Profile& profile, const Places& places)
      : graph_(graph), profile_(profile), places_(places) {}

  std::vector<Subject> collect(const schema::Scope& scope) {
    switch (scope.kind_case()) {
      case schema::Scope::kPlace:
      case schema::Scope::kGroup:
        for (const std::size_t place : profile_.scope_places(scope.place(), scope.group())) {
          subjects_.push_back({places_.at(place), place, kNone, kUnnamedSlot});
        }
        break;
      case schema::Scope::kTree:
        tree(scope.tree());
        break;
      case schema::Scope::kAttributes:
        attributes(scope.attributes());
        break;
      case schema::Scope::kWhole:
        whole(scope.whole());
        break;
      case schema::Scope::KIND_NOT_SET:
        break;
    }
    return std::move(subjects_);
  }

 private:
  void whole(schema::Whole whole) {
    Subject subject;
    subject.at.state = Located::State::kPresent;
    subject.at.path = whole == schema::RUN_FACTS ? "run" : whole == schema::PROCESS ? "process" : "model";
    subjects_.push_back(std::move(subject));
  }

  void attributes(const schema::Attributes& attributes) {
    const std::size_t place = profile_.place_index(attributes.place());
    const Located& holder = places_.at(place);
    for (const std::string& name : attributes.name()) {
      const ir::Fact fact = read_at(graph_, holder, name);
      if (fact.state == ir::Fact::State::kAbsent && holder.state != Located::State::kUndetermined) continue;
      const bool none = fact.state == ir::Fact::State::kPresent && fact.value.kind == ir::ValueKind::kNone;
      if (none && !attributes.none_too()) continue;
      Subject subject;
      subject.above = place;
      subject.at.path = join_path(holder.path, name);
      if (fact.state == ir::Fact::State::kPresent) {
        subject.at.state = Located::State::kPresent;
        subject.at.value = fact.value;
      } else {
        const auto outcome = unavailable(graph_, fact, name);
        subject.at.state = Located::State::kUndetermined;
        subject.at.reason = outcome ? outcome->reason : holder.reason;
        subject.at.detail = outcome ? outcome->found : holder.detail;
      }
      subjects_.push_back(std::move(subject));
    }
  }

  void tree(const schema::Tree& tree) {
    const std::vector<ir::Vertex> except = vertices_at(tree.except());
    const std::vector<ir::Vertex> without = vertices_at(tree.without());
    if (tree.below().empty()) {
      for (const ir::Value& chunk : graph_.chunks()) {
        if (chunk.kind == ir::ValueKind::kObject)
          walk(tree, chunk.record, std::string(graph_.text(graph_.object(chunk.record).path)), true, except, without, kNone);
      }
      return;
    }
    const std::size_t place = profile_.place_index(tree.below());
    const Located& root = places_.at(place);
    if (root.state != Located::State::kPresent) {
      // Nothing to look below: one subject stands for what cannot be seen.
      subjects_.push_back({root, kNone, place, kUnnamedSlot});
    } else if (root.vertex() != ir::kNoVertex && graph_.class_of(root.vertex()).is_module) {
      walk(tree, root.vertex(), root.path, tree.with_root(), except, without, place);
    } else if (tree.with_root() && tree.instance_of().empty() && root.value.kind != ir::ValueKind::kNone) {
      subjects_.push_back({root, place, place, kUnnamedSlot});
    }
    for (const std::string& name : tree.also()) {
      for (const std::size_t each : places_named(name)) also(tree, each, place);
    }
  }

  // What stands at a place but not in the tree. Where the place cannot be seen, its own conditions say so.
  void also(const schema::Tree& tree, std::size_t place, std::size_t above) {
    const ir::Vertex vertex = places_.at(place).vertex();
    if (vertex == ir::kNoVertex || seen(vertex, subjects_.size()) || !is_wanted(graph_.object(vertex).class_record, tree.instance_of()))
      return;
    subjects_.push_back({places_.at(place), place, above, kUnnamedSlot});
  }

  // The objects at these places, or at the places of these groups.
  template <typename Names>
  std::vector<ir::Vertex> vertices_at(const Names& names) const {
    std::vector<ir::Vertex> found;
    for (const std::string& name : names) {
      for (const std::size_t place : places_named(name)) found.push_back(places_.at(place).vertex());
    }
    return found;
  }

  // The one place of this name, or all places of the group of this name.
  std::vector<std::size_t> places_named(const std::string& name) const {
    const std::size_t place = profile_.place_index(name);
    return place != kNone ? std::vector<std::size_t>{place} : profile_.scope_places({}, name);
  }

  void walk(const schema::Tree& tree, ir::Vertex root, const std::string& root_path, bool with_root, const std::vector<ir::Vertex>& except,
            const std::vector<ir::Vertex>& without, std::size_t above) {
    const auto among = [](const std::vector<ir::Vertex>& list, ir::Vertex vertex) {
      return std::find(list.begin(), list.end(), vertex) != list.end();
    };
    const std::size_t before = subjects_.size();  // of another chunk; one walk meets nothing twice
    const auto paths = std::make_shared<PathTree>(graph_, root_path);
    std::vector<std::pair<ir::Vertex, std::uint32_t>> way;  // down to the vertex that is visited, with its steps
    const auto visit = [&](ir::Vertex vertex, ir::Vertex parent, ir::StringId name) {
      while (!way.empty() && way.back().first != parent) way.pop_back();
      const std::uint32_t step = way.empty() ? 0 : paths->add(way.back().second, name);
      way.emplace_back(vertex, step);
      const bool wanted = (vertex != root || with_root) && is_wanted(graph_.object(vertex).class_record, tree.instance_of()) &&
                          !among(except, vertex) && !among(without, vertex) && !seen(vertex, before);
      if (!wanted) return;
      Subject subject;
      subject.at.state = Located::State::kPresent;
      subject.at.value = {ir::ValueKind::kObject, ir::kNoString, vertex};
      // Below a chunk the file's own path is the one; below a place it may have been reached by another.
      if (above == kNone) {
        subject.at.path = graph_.text(graph_.object(vertex).path);
      } else {
        subject.walk = paths;
        subject.step = step;
      }
      subject.place = places_.place_of(vertex);
      subject.above = above;
      subjects_.push_back(std::move(subject));
    };
    if (without.empty()) return graph_.containment().preorder(root, visit);
    graph_.containment().preorder(root, visit, [&](ir::Vertex vertex) { return among(without, vertex); });
  }

  // A module of a class that the scope takes; each class is looked at once.
  bool is_wanted(std::uint32_t class_record, const std::string& instance_of) {
    if (class_record >= wanted_.size()) wanted_.resize(class_record + 1);
    std::optional<bool>& wanted = wanted_[class_record];
    if (!wanted) {
      const ir::ClassRecord& record = graph_.class_record(class_record);
      wanted = record.is_module && (instance_of.empty() || is_instance(graph_, profile_, record, instance_of));
    }
    return *wanted;
  }

  // A module below two chunks counts once. Among the first `count` subjects.
  bool seen(ir::Vertex vertex, std::size_t count) const {
    return std::any_of(subjects_.begin(), subjects_.begin() + static_cast<std::ptrdiff_t>(count),
                       [&](const Subject& subject) { return subject.at.vertex() == vertex; });
  }

  const ir::ModuleGraph& graph_;
  const Profile& profile_;
  const Places& places_;
  std::vector<Subject> subjects_;
  std::vector<std::optional<bool>> wanted_;  // by class record
};

}  // namespace

std::vector<Subject> subjects_of(const ir::ModuleGraph& graph, const Profile& profile, const Places& places, const schema::Scope& scope) {
  return Collector(graph, profile, places).collect(scope);
}

}  // namespace tracegate::rules
