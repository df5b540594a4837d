#include "analyzer/report/writers/group.h"

#include <algorithm>

#include "analyzer/report/writers/words.h"

namespace tracegate::analyzer {
namespace {

using schema::Verdict;

// The misses of one context, those at the same path beside each other. `layers`: the class; none for the model around them.
std::vector<Miss> misses(const schema::Model& model, const schema::LayerClass* layers) {
  std::vector<Miss> found;
  for (const schema::Condition& condition : model.conditions()) {
    Miss miss{&condition, {}};
    for (const schema::Subject& subject : condition.subjects()) {
      const bool here = layers == nullptr ? !subject.has_layer() : subject.has_layer() && subject.layer() == layers->layers(0);
      if (here && subject.verdict() == Verdict::missed) miss.findings.push_back(&subject);
    }
    if (!miss.findings.empty()) found.push_back(std::move(miss));
  }
  std::vector<std::string> paths;
  for (const Miss& miss : found) {
    if (std::find(paths.begin(), paths.end(), miss.findings.front()->path()) == paths.end()) paths.push_back(miss.findings.front()->path());
  }
  const auto rank = [&](const Miss& miss) { return std::find(paths.begin(), paths.end(), miss.findings.front()->path()) - paths.begin(); };
  std::stable_sort(found.begin(), found.end(), [&](const Miss& a, const Miss& b) { return rank(a) < rank(b); });
  return found;
}

// The same conditions at the same places of the layer, and the same found there.
bool same_misses(const Block& a, const Block& b) {
  const auto same_finding = [&](const schema::Subject* x, const schema::Subject* y) {
    return x->slot() == y->slot() && x->reason() == y->reason() && x->found() == y->found() &&
           x->path().substr(a.path.size()) == y->path().substr(b.path.size());
  };
  return std::equal(a.missed.begin(), a.missed.end(), b.missed.begin(), b.missed.end(), [&](const Miss& x, const Miss& y) {
    return x.condition == y.condition &&
           std::equal(x.findings.begin(), x.findings.end(), y.findings.begin(), y.findings.end(), same_finding);
  });
}

template <typename List, typename Item>
void add_once(List& list, const Item& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

}  // namespace

std::vector<Block> group_findings(const schema::Model& model) {
  std::vector<Block> blocks;
  if (auto missed = misses(model, nullptr); !missed.empty()) blocks.push_back({{}, {}, {}, std::move(missed)});
  for (const schema::LayerClass& layers : model.classes()) {
    Block block{{layers.id()}, {layers.layers().begin(), layers.layers().end()}, layers.path(), misses(model, &layers)};
    if (block.missed.empty()) continue;
    const auto same =
        std::find_if(blocks.begin(), blocks.end(), [&](const Block& known) { return !known.layers.empty() && same_misses(known, block); });
    if (same == blocks.end()) {
      blocks.push_back(std::move(block));
      continue;
    }
    // Classes stand in the order of their first layers, so the block's first layer stays the first.
    same->classes.push_back(block.classes.front());
    same->layers.insert(same->layers.end(), block.layers.begin(), block.layers.end());
    std::sort(same->layers.begin(), same->layers.end());
  }
  return blocks;
}

std::vector<MissingFact> group_missing(const schema::Model& model) {
  std::vector<MissingFact> facts;
  for (const schema::Condition& condition : model.conditions()) {
    const bool run_fact = condition.about() == schema::Condition::run;
    for (const schema::Subject& subject : condition.subjects()) {
      if (subject.verdict() != Verdict::undetermined) continue;
      auto fact = std::find_if(facts.begin(), facts.end(), [&](const MissingFact& known) {
        return known.reason == subject.reason() && known.run_fact == run_fact && (run_fact || known.found.front() == subject.found());
      });
      if (fact == facts.end()) fact = facts.insert(facts.end(), {{}, subject.reason(), run_fact, {}, {}});
      add_once(fact->found, subject.found());
      if (fact->conditions.empty() || fact->conditions.back() != &condition) fact->conditions.push_back(&condition);
      add_once(fact->paths, subject.path());
    }
  }
  return facts;
}

}  // namespace tracegate::analyzer
