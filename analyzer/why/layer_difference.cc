#include "analyzer/why/layer_difference.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "rules/places/describe.h"
#include "rules/places/path_tree.h"
#include "rules/places/places.h"

namespace tracegate::analyzer {
namespace {

using rules::Verdict;

// The facts of an object by key, as texts; references to objects by their class, so that two layers can agree.
std::map<std::string, std::string> facts_of(const ir::ModuleGraph& graph, ir::Vertex vertex) {
  std::map<std::string, std::string> facts;
  const ir::FactBlock& block = graph.block(vertex);
  const auto add = [&](const std::string& key, const ir::Value& value) { facts[key] = rules::describe(graph, value); };
  for (const auto& [key, value] : block.facts) {
    std::string_view name = graph.text(key);
    if (name.starts_with("?")) continue;
    const char* table = name.starts_with("#") ? "hooks in " : name.starts_with("@") ? "own " : "";
    if (*table != '\0') name.remove_prefix(1);
    add(fmt::format("{}`{}`", table, name), value);
  }
  for (const ir::Parameter& parameter : block.parameters) add(fmt::format("`{}`", graph.text(parameter.name)), parameter.value);
  for (const auto& [key, value] : block.callables) add(fmt::format("own `{}`", graph.text(key)), value);
  return facts;
}

class Comparer {
 public:
  explicit Comparer(const ir::ModuleGraph& graph) : graph_(graph), paths_(graph, {}) {}

  std::vector<std::string> compare(ir::Vertex here, ir::Vertex there) {
    // Pairs to look at; a stack of our own, as the depth is the file's.
    std::vector<Pair> open = {{here, there, 0}};
    std::set<std::pair<ir::Vertex, ir::Vertex>> seen;
    while (!open.empty()) {
      const Pair pair = open.back();
      open.pop_back();
      if (!seen.emplace(pair.here, pair.there).second) continue;
      const std::size_t before = lines_.size();
      objects(pair);
      // What is below an object of another class is another structure.
      if (lines_.size() > before && class_differs_) continue;
      const auto own = graph_.children(pair.here), other = graph_.children(pair.there);
      for (std::size_t i = own.size(); i-- > 0;) {
        const auto match = std::find_if(other.begin(), other.end(), [&](const ir::Child& child) { return child.name == own[i].name; });
        if (match != other.end()) {
          open.push_back({own[i].vertex, match->vertex, paths_.add(pair.step, own[i].name)});
        } else {
          line(pair.step, fmt::format("`{}` is there, a {}", graph_.text(own[i].name), class_name(own[i].vertex)));
        }
      }
      for (const ir::Child& child : other) {
        if (std::none_of(own.begin(), own.end(), [&](const ir::Child& mine) { return mine.name == child.name; })) {
          line(pair.step, fmt::format("`{}` is not there, a {}", graph_.text(child.name), class_name(child.vertex)));
        }
      }
    }
    return std::move(lines_);
  }

 private:
  struct Pair {
    ir::Vertex here;
    ir::Vertex there;
    std::uint32_t step;  // of `paths_`
  };

  std::string_view class_name(ir::Vertex vertex) const { return graph_.text(graph_.class_of(vertex).full_name); }

  void line(std::uint32_t step, std::string text) {
    const std::string path = paths_.path(step);
    lines_.push_back(path.empty() ? std::move(text) : fmt::format("{}: {}", path, text));
  }

  void objects(const Pair& pair) {
    class_differs_ = graph_.object(pair.here).class_record != graph_.object(pair.there).class_record;
    if (class_differs_) {
      line(pair.step, fmt::format("a {}, there a {}", class_name(pair.here), class_name(pair.there)));
      return;
    }
    const auto own = facts_of(graph_, pair.here), other = facts_of(graph_, pair.there);
    for (const auto& [key, value] : own) {
      const auto match = other.find(key);
      if (match == other.end()) {
        line(pair.step, fmt::format("{} is {}, there it is absent", key, value));
      } else if (match->second != value) {
        line(pair.step, fmt::format("{} is {}, there {}", key, value, match->second));
      }
    }
    for (const auto& [key, value] : other) {
      if (!own.contains(key)) line(pair.step, fmt::format("{} is absent, there it is {}", key, value));
    }
  }

  const ir::ModuleGraph& graph_;
  rules::PathTree paths_;
  bool class_differs_ = false;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<LayerDifference> layer_differences(const ir::ModuleGraph& graph, const rules::Profile& profile, const GateReport& report) {
  std::vector<LayerDifference> out;
  const rules::Places places(graph, profile);
  for (std::size_t i = 0; i < report.classes.size(); ++i) {
    const ClassReport& mine = report.classes[i];
    if (mine.verdict == Verdict::kMatched) continue;
    const std::size_t layer = mine.layers.representative();
    const bool label_known = std::any_of(report.classes.begin(), report.classes.end(), [&](const ClassReport& other) {
      return other.verdict == Verdict::kMatched && other.label == mine.label;
    });
    std::optional<LayerDifference> best;
    for (std::size_t k = 0; k < report.classes.size(); ++k) {
      const ClassReport& other = report.classes[k];
      if (other.verdict != Verdict::kMatched || (label_known && other.label != mine.label)) continue;
      const std::size_t nearest = other.layers.representative();
      const ir::Vertex here = places.layers()[layer].vertex(), there = places.layers()[nearest].vertex();
      if (here == ir::kNoVertex || there == ir::kNoVertex) continue;
      LayerDifference difference{i, k, layer, nearest, Comparer(graph).compare(here, there)};
      if (!best || difference.lines.size() < best->lines.size()) best = std::move(difference);
    }
    if (best) out.push_back(std::move(*best));
  }
  return out;
}

}  // namespace tracegate::analyzer
