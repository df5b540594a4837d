#include "analyzer/why/change_set.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "analyzer/why/donors.h"
#include "ir/text/words.h"
#include "rules/evaluate/evaluate.h"
#include "rules/language/rule.pb.h"
#include "rules/places/describe.h"
#include "rules/predicates/repair.h"

namespace tracegate::analyzer {
namespace {

using ir::Edit;
using rules::Verdict;

constexpr int kMostRounds = 8;  // an edit can show another fault, and so on
constexpr std::size_t kMostAlternatives = 3;
constexpr std::size_t kMostChanges = 64;  // whose necessity is checked one by one

struct Need {
  std::string condition;
  std::vector<rules::Repair> ways;
  bool run_fact = false;
};

class Planner {
 public:
  Planner(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run, const GateReport& report)
      : graph_(graph), profile_(profile), run_(run), report_(report), donors_(graph, profile, report) {
    for (const std::string& path : report.layer_paths) {
      layer_paths_.insert(path);
      layer_path_sizes_.insert(path.size());
    }
  }

  ChangePlan plan() {
    if (report_.verdict == Verdict::kMatched || report_.decoder_layers == 0) {
      if (report_.decoder_layers == 0) note_missed("there is no decoder layer in this file to change");
      return std::move(plan_);
    }
    if (auto set = close({})) plan_.sets.push_back(std::move(*set));
    if (plan_.without.empty()) alternatives();
    std::stable_sort(plan_.sets.begin(), plan_.sets.end(),
                     [](const ChangeSet& a, const ChangeSet& b) { return a.changes.size() < b.changes.size(); });
    if (!plan_.sets.empty()) {
      plan_.without.clear();
    } else if (plan_.without.empty()) {
      note_missed("no set of edits of this file is known that opens the gate");
    }
    return std::move(plan_);
  }

 private:
  using Choice = std::map<std::string, std::size_t>;                      // condition -> which of its ways
  using Owners = std::unordered_map<std::string, std::set<std::string>>;  // key of an edit -> the conditions that ask for it

  // ---- what is needed ----

  std::vector<Need> needs(const ir::ModuleGraph& graph, const ir::RunFacts& run) const {
    rules::Evaluator evaluator(graph, profile_, run);
    std::vector<std::size_t> all(evaluator.layers().size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    std::vector<Need> needs;
    rules::LayerSite site;
    evaluator.listen([&](std::size_t condition, const rules::Subject& subject, const rules::Result& result, const rules::Places& places) {
      const rules::schema::Condition& rule = profile_.condition(condition);
      if (rule.support()) return;
      const bool run_fact = rule.predicate().has_run_equals();
      if (result.outcome.verdict == Verdict::kUndetermined && !run_fact) {
        needs.push_back({rule.id(), {}, false});
        return;
      }
      const rules::Context context{graph, profile_, run, places};
      needs.push_back({rule.id(), rules::repairs(context, subject, rule.predicate(), site), run_fact});
    });
    const rules::Judgement model = evaluator.judge_model();
    for (const std::size_t layer : all) {
      const rules::Located& at = evaluator.layers()[layer];
      site = {at.vertex(), at.path, donors_.nearest(layer)};
      evaluator.judge_layer(layer, model);
    }
    return needs;
  }

  // ---- closing a set ----

  std::optional<ChangeSet> close(const Choice& choice) {
    std::vector<Edit> edits;
    std::set<std::string> known;
    Owners owners;
    for (int round = 0; round < kMostRounds; ++round) {
      const ir::ModuleGraph graph = ir::edited(graph_, edits);
      const ir::RunFacts run = edited_run(run_, edits);
      const std::vector<Need> open = round == 0 && first_needs_ ? *first_needs_ : needs(graph, run);
      if (round == 0) first_needs_ = open;
      if (open.empty()) break;
      bool stuck = false, more = false;
      for (const Need& need : open) {
        if (need.ways.empty()) {
          stuck = true;
          note(need.condition);
          continue;
        }
        const auto chosen = choice.find(need.condition);
        const rules::Repair& way = need.ways[chosen == choice.end() ? 0 : std::min(chosen->second, need.ways.size() - 1)];
        for (const Edit& edit : way) {
          owners[key(edit)].insert(need.condition);
          if (!known.insert(key(edit)).second) continue;
          edits.push_back(edit);
          more = true;
        }
      }
      if (stuck || !more) return std::nullopt;
    }
    if (edits.empty() || !matches(edits)) return std::nullopt;
    ChangeSet set = folded(edits, owners);
    minimize(set);
    return set;
  }

  static std::string key(const Edit& edit) {
    return fmt::format("{}|{}|{}|{}|{}", static_cast<int>(edit.kind), edit.object, edit.name, edit.value, edit.source);
  }

  bool matches(const std::vector<Edit>& edits) const {
    const ir::ModuleGraph graph = ir::edited(graph_, edits);
    return judge_gate(graph, profile_, edited_run(run_, edits)).verdict == Verdict::kMatched;
  }

  static std::vector<Edit> edits_of(const ChangeSet& set, const Change* but = nullptr) {
    std::vector<Edit> edits;
    for (const Change& change : set.changes) {
      if (&change != but) edits.insert(edits.end(), change.edits.begin(), change.edits.end());
    }
    return edits;
  }

  // Leaves out what the others make needless, from the last back: a part that was replaced needs no repair of its own.
  void minimize(ChangeSet& set) const {
    if (set.changes.size() > kMostChanges) return;
    for (std::size_t i = set.changes.size(); i-- > 0 && set.changes.size() > 1;) {
      if (!matches(edits_of(set, &set.changes[i]))) continue;
      set.changes.erase(set.changes.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  // ---- for people ----

  // The path of an object with its layer's index left out, and the path itself.
  std::pair<std::string, std::string> places_of(const Edit& edit) const {
    if (edit.kind == Edit::Kind::kSetRun) return {"run", "run"};
    if (edit.object == ir::kNoVertex) return {"process", edit.kind == Edit::Kind::kSetGlobal ? "process" : "model"};
    const std::string path(graph_.text(graph_.object(edit.object).path));
    for (const std::size_t size : layer_path_sizes_) {
      const bool ends = path.size() == size || (path.size() > size && path[size] == '.');
      if (ends && layer_paths_.contains(std::string_view(path).substr(0, size))) return {path.substr(size), path};
    }
    return {path, path};
  }

  static Change::Kind kind_of(const ir::ModuleGraph& graph, const Edit& edit) {
    if (edit.kind == Edit::Kind::kSetRun || edit.kind == Edit::Kind::kSetGlobal) return Change::Kind::kRun;
    if (edit.object == ir::kNoVertex) return Change::Kind::kModel;
    return graph.class_of(edit.object).is_module ? Change::Kind::kModel : Change::Kind::kConfig;
  }

  ChangeSet folded(const std::vector<Edit>& edits, const Owners& owners) const {
    // Edits that one condition asks for on one object are one change; the same change at other layers is folded into it.
    ChangeSet set;
    std::map<std::string, std::size_t> known;
    std::map<std::string, std::set<ir::Vertex>> objects;
    for (const Edit& edit : edits) {
      const auto [relative, path] = places_of(edit);
      const std::string text = describe_edit(graph_, edit), now = describe_now(graph_, run_, edit);
      const std::string fold = fmt::format("{}|{}|{}", relative, name(kind_of(graph_, edit)), text);
      const auto [entry, fresh] = known.emplace(fold, set.changes.size());
      if (fresh) set.changes.push_back({kind_of(graph_, edit), text, now, path, 0, {}, {}});
      Change& change = set.changes[entry->second];
      if (change.now != now) change.now.clear();
      change.edits.push_back(edit);
      objects[fold].insert(edit.object);
      change.objects = objects[fold].size();
      for (const std::string& condition : owners.at(key(edit))) {
        const bool fresh_one = std::find(change.conditions.begin(), change.conditions.end(), condition) == change.conditions.end();
        if (fresh_one) change.conditions.push_back(condition);
      }
    }
    return set;
  }

  // Other ways of the conditions that have several.
  void alternatives() {
    std::map<std::string, std::size_t> ways;
    for (const Need& need : *first_needs_) {
      if (need.ways.size() > 1) ways[need.condition] = std::max(ways[need.condition], need.ways.size());
    }
    for (const auto& [condition, count] : ways) {
      for (std::size_t way = 1; way < count; ++way) {
        if (plan_.sets.size() > kMostAlternatives) {
          plan_.capped = true;
          return;
        }
        auto set = close({{condition, way}});
        if (set && !is_known(*set)) plan_.sets.push_back(std::move(*set));
      }
    }
  }

  bool is_known(const ChangeSet& set) const {
    const auto keys = [](const ChangeSet& of) {
      std::set<std::string> out;
      for (const Edit& edit : edits_of(of)) out.insert(key(edit));
      return out;
    };
    return std::any_of(plan_.sets.begin(), plan_.sets.end(), [&](const ChangeSet& known) { return keys(known) == keys(set); });
  }

  void note(const std::string& id) {
    if (std::any_of(plan_.without.begin(), plan_.without.end(), [&](const NoChange& known) { return known.id == id; })) return;
    const rules::schema::Condition& rule = profile_.condition(profile_.condition_index(id));
    std::string why = "nothing in this file to build it from";  // what an edit of another fault would show
    for (const ConditionReport& condition : report_.conditions) {
      if (condition.id != id) continue;
      if (condition.count(Verdict::kMissed) > 0) {
        why = rule.remedy().empty() ? "no edit of this file is known; a new trace is needed" : "no edit of this file is known";
      } else if (condition.count(Verdict::kUndetermined) > 0) {
        why = "the fact is not in the file; export again";
      }
    }
    plan_.without.push_back({id, std::move(why)});
  }

  void note_missed(const std::string& why) {
    for (const ConditionReport& condition : report_.conditions) {
      if (!condition.support && condition.count(Verdict::kMissed) > 0) plan_.without.push_back({condition.id, why});
    }
  }

  const ir::ModuleGraph& graph_;
  const rules::Profile& profile_;
  const ir::RunFacts& run_;
  const GateReport& report_;
  const Donors donors_;
  std::unordered_set<std::string_view> layer_paths_;
  std::set<std::size_t> layer_path_sizes_;  // few: one for each number of digits
  std::optional<std::vector<Need>> first_needs_;
  ChangePlan plan_;
};

}  // namespace

std::string_view name(Change::Kind kind) {
  switch (kind) {
    case Change::Kind::kConfig:
      return "config";
    case Change::Kind::kModel:
      return "model";
    case Change::Kind::kRun:
      return "run";
  }
  return "";
}

ChangePlan plan_changes(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run, const GateReport& report) {
  return Planner(graph, profile, run, report).plan();
}

ir::RunFacts edited_run(ir::RunFacts run, std::span<const ir::Edit> edits) {
  for (const ir::Edit& edit : edits) {
    if (edit.kind == ir::Edit::Kind::kSetRun) run.facts[edit.name] = edit.value;
  }
  return run;
}

std::string describe_edit(const ir::ModuleGraph& graph, const ir::Edit& edit) {
  using Kind = ir::Edit::Kind;
  switch (edit.kind) {
    case Kind::kSetValue:
    case Kind::kSetGlobal:
      return fmt::format("set `{}` to {}", edit.name, ir::typed_in_words(edit.value));
    case Kind::kSetCallable:
      return fmt::format("set `{}` to {}", edit.name, edit.value);
    case Kind::kRemove:
      return fmt::format("remove `{}`", edit.name);
    case Kind::kSetClass:
      return fmt::format("make its class {}", edit.value);
    case Kind::kClearHooks:
      return fmt::format("remove the hooks of `{}`", edit.name);
    case Kind::kRemoveEntry:
      return fmt::format("remove `{}` from the instance", edit.name);
    case Kind::kRestoreDelegate:
      return fmt::format("restore the class's own forward behind `{}`", edit.name);
    case Kind::kGraft:
      return fmt::format("build `{}` as in {}", edit.name, graph.text(graph.object(edit.source).path));
    case Kind::kFirstChunk:
      return "run with one model chunk";
    case Kind::kSetRun:
      return fmt::format("say {} is {}", edit.name, ir::typed_in_words(edit.value));
  }
  return {};
}

std::string describe_now(const ir::ModuleGraph& graph, const ir::RunFacts& run, const ir::Edit& edit) {
  using Kind = ir::Edit::Kind;
  switch (edit.kind) {
    case Kind::kSetClass:
      return fmt::format("now {}", graph.text(graph.class_of(edit.object).full_name));
    case Kind::kFirstChunk:
      return fmt::format("now {}", graph.chunks().size());
    case Kind::kSetRun: {
      const auto given = run.facts.find(edit.name);
      return given == run.facts.end() ? "now not given" : "now " + ir::typed_in_words(given->second);
    }
    case Kind::kSetValue:
    case Kind::kSetCallable:
    case Kind::kRemove: {
      for (const ir::Parameter& parameter : graph.block(edit.object).parameters) {
        if (graph.text(parameter.name) == edit.name) return fmt::format("now {}", rules::describe(graph, parameter.value));
      }
      const ir::Fact fact = graph.read(edit.object, edit.name);
      if (fact.state == ir::Fact::State::kAbsent) return "now absent";
      return fact.state == ir::Fact::State::kPresent ? fmt::format("now {}", rules::describe(graph, fact.value)) : "not known now";
    }
    default:
      return {};
  }
}

}  // namespace tracegate::analyzer
