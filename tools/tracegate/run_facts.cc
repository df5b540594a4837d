#include "tools/tracegate/run_facts.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/graph/value.h"
#include "ir/text/error.h"
#include "ir/text/escape.h"
#include "ir/text/nearest.h"
#include "ir/text/words.h"
#include "rules/places/slots.h"

namespace tracegate::cli {
namespace {

constexpr const char* kBaseSlot = "base";

ir::Slot parse_slot(const std::string& word, const ir::ModuleGraph& graph, const rules::Profile& profile) {
  const std::vector<std::string> kinds = rules::slot_kinds(profile);
  if (kinds.empty()) throw UsageError(fmt::format("--slot {}: the profile {} knows no slots", ir::one_line(word), profile.id()));
  const auto colon = word.find(':');
  const std::string name = ir::escape_bytes(colon == std::string::npos ? word : word.substr(colon + 1));
  if (name.empty()) throw UsageError(fmt::format("--slot {}: a slot needs a name, [KIND:]NAME", ir::one_line(word)));
  if (colon != std::string::npos) {
    const std::string kind = word.substr(0, colon);
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
      throw UsageError(fmt::format("--slot {}: no kind of slot is named `{}`{}; kinds: {}", ir::one_line(word), ir::one_line(kind),
                                   ir::did_you_mean(kind, kinds), fmt::join(kinds, ", ")));
    }
    return {kind, name};
  }
  std::vector<ir::Slot> found;
  std::vector<std::string> names;
  for (const ir::Slot& slot : rules::known_slots(graph, profile)) {
    if (slot.name != name) continue;
    found.push_back(slot);
    names.push_back(fmt::format("{}:{}", slot.kind, slot.name));
  }
  if (found.size() > 1) {
    throw UsageError(fmt::format("--slot {}: the model knows {}; say which", ir::one_line(word), ir::enumerate(names)));
  }
  return found.empty() ? ir::Slot{kinds.front(), name} : found.front();
}

void check_known(const std::string& word, std::size_t group, const std::string& file, const std::vector<ir::Slot>& known) {
  const auto colon = word.find(':');
  const std::string name = ir::escape_bytes(colon == std::string::npos ? word : word.substr(colon + 1));
  std::vector<std::string> names, bare;
  for (const ir::Slot& slot : known) {
    if (slot.name == name && (colon == std::string::npos || slot.kind == word.substr(0, colon))) return;
    names.push_back(fmt::format("{}:{}", slot.kind, slot.name));
    bare.push_back(slot.name);
  }
  const std::vector<std::string>& near = colon == std::string::npos ? bare : names;
  throw UsageError(fmt::format("{}: group {}: no slot is named `{}`{}; {}", file, group + 1, ir::one_line(word),
                               ir::did_you_mean(word, near),
                               names.empty() ? std::string("the model's adapters know no named slot")
                                             : fmt::format("the model's adapters know {}", fmt::join(names, ", "))));
}

}  // namespace

ir::RunFacts join_run_facts(const ir::ModuleGraph& graph, const rules::Profile& profile, const RunOptions& options) {
  ir::RunFacts run = graph.run();
  for (const RunOptions::Fact& fact : options.facts) {
    if (!fact.value) continue;
    const std::string said = fmt::format("int:{}", *fact.value);
    const auto [entry, fresh] = run.facts.emplace(fact.name, said);
    if (!fresh && ir::number_of(entry->second) != ir::number_of(said)) {
      throw UsageError(fmt::format("{} {} contradicts the file, which says {}", fact.flag, *fact.value, ir::typed_in_words(entry->second)));
    }
  }
  for (const std::string& word : options.slots) {
    ir::Slot slot = parse_slot(word, graph, profile);
    if (std::find(run.slots.begin(), run.slots.end(), slot) == run.slots.end()) run.slots.push_back(std::move(slot));
  }
  return run;
}

RunOptions with_wave(RunOptions options, const analyzer::WaveInput& wave, const std::string& file, const ir::ModuleGraph& graph,
                     const rules::Profile& profile) {
  const std::pair<const char*, std::optional<std::int64_t>> topology[] = {{"tp", wave.tp}, {"cp", wave.cp}, {"pp", wave.pp}};
  for (const auto& [name, value] : topology) {
    if (value) options.facts.push_back({name, fmt::format("{}: `{}`", file, name), value});
  }
  const std::vector<ir::Slot> known = rules::known_slots(graph, profile);
  for (std::size_t i = 0; i < wave.wave.groups.size(); ++i) {
    const std::string& slot = wave.wave.groups[i].slot;
    if (slot.empty() || slot == kBaseSlot) continue;
    check_known(slot, i, file, known);
    if (std::find(options.slots.begin(), options.slots.end(), slot) == options.slots.end()) options.slots.push_back(slot);
  }
  return options;
}

}  // namespace tracegate::cli
