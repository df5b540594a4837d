#include "tools/tracegate/run_facts.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "ir/graph/value.h"
#include "ir/text/escape.h"
#include "ir/text/nearest.h"
#include "rules/places/describe.h"
#include "rules/places/slots.h"

namespace tracegate::cli {
namespace {

ir::Slot parse_slot(const std::string& word, const ir::ModuleGraph& graph, const rules::Profile& profile) {
  const std::vector<std::string> kinds = rules::slot_kinds(profile);
  if (kinds.empty()) throw Contradiction(fmt::format("--slot {}: the profile {} knows no slots", word, profile.id()));
  const auto colon = word.find(':');
  const std::string name = ir::escape_bytes(colon == std::string::npos ? word : word.substr(colon + 1));
  if (name.empty()) throw Contradiction(fmt::format("--slot {}: a slot needs a name, [KIND:]NAME", word));
  if (colon != std::string::npos) {
    const std::string kind = word.substr(0, colon);
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
      throw Contradiction(fmt::format("--slot {}: no kind of slot is named `{}`{}; kinds: {}", word, kind, ir::did_you_mean(kind, kinds),
                                      fmt::join(kinds, ", ")));
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
    throw Contradiction(fmt::format("--slot {}: the model knows {}; say which", word, rules::enumerate(names)));
  }
  return found.empty() ? ir::Slot{kinds.front(), name} : found.front();
}

}  // namespace

void refuse_streams(const std::string& model) {
  if (model == "-") throw Contradiction("`-` is standard input; a file is needed, because the reader seeks");
  std::error_code error;
  const auto type = std::filesystem::status(model, error).type();
  if (type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::character ||
      type == std::filesystem::file_type::block || type == std::filesystem::file_type::socket) {
    throw Contradiction("is a pipe or a device; a regular file is needed, because the reader seeks");
  }
}

ir::RunFacts join_run_facts(const ir::ModuleGraph& graph, const rules::Profile& profile, const RunOptions& options) {
  ir::RunFacts run = graph.run();
  for (const RunOptions::Fact& fact : options.facts) {
    if (!fact.value) continue;
    const std::string said = fmt::format("int:{}", *fact.value);
    const auto [entry, fresh] = run.facts.emplace(fact.name, said);
    if (!fresh && ir::number_of(entry->second) != ir::number_of(said)) {
      throw Contradiction(
          fmt::format("{} {} contradicts the file, which says {}", fact.flag, *fact.value, rules::describe_text(entry->second)));
    }
  }
  for (const std::string& word : options.slots) {
    ir::Slot slot = parse_slot(word, graph, profile);
    if (std::find(run.slots.begin(), run.slots.end(), slot) == run.slots.end()) run.slots.push_back(std::move(slot));
  }
  return run;
}

}  // namespace tracegate::cli
