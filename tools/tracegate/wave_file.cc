#include "tools/tracegate/wave_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/text/error.h"
#include "ir/text/escape.h"
#include "ir/text/nearest.h"
#include "rules/places/slots.h"
#include "tools/tracegate/files.h"
#include "tools/tracegate/run_facts.h"

namespace tracegate::cli {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;  // a wave of a million groups has some 50 MB
constexpr const char* kBaseSlot = "base";

std::string read(const std::string& file, const char* what) {
  try {
    return read_text_file(file, kMostBytes, what);
  } catch (const ir::ReadError& error) {
    throw analyzer::InputError(fmt::format("{}: {}", file, error.what()));
  }
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
  throw Contradiction(fmt::format("{}: group {}: no slot is named `{}`{}; {}", file, group + 1, word, ir::did_you_mean(word, near),
                                  names.empty() ? std::string("the model's adapters know no named slot")
                                                : fmt::format("the model's adapters know {}", fmt::join(names, ", "))));
}

}  // namespace

analyzer::WaveInput load_wave(const std::string& file) { return analyzer::read_wave(read(file, "a wave"), file); }

analyzer::GeometryInput load_geometry(const std::string& file) { return analyzer::read_geometry(read(file, "a geometry"), file); }

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
