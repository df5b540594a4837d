#include "analyzer/report/writers/closing_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "analyzer/report/writers/words.h"
#include "ir/text/words.h"

namespace tracegate::analyzer {
namespace {

using ir::plural;
using schema::Verdict;

// What keeps the gate shut.
std::string cause(const schema::Model& model) {
  if (model.decoder_layers() == 0) return "there is no decoder layer to match";
  if (model.has_widths_error()) return model.widths_error();
  std::uint64_t matched = 0;
  for (const schema::LayerClass& one : model.classes()) {
    if (one.verdict() == Verdict::matched) matched += static_cast<std::uint64_t>(one.layers_size());
  }
  const std::string layers = plural(model.decoder_layers(), "decoder layer");
  if (matched == model.decoder_layers()) {
    return fmt::format("the {} match{}, what is around does not", layers, matched == 1 ? "es" : "");
  }
  return fmt::format("{} must match; {} {}", model.decoder_layers() == 1 ? "the one decoder layer" : "all " + layers, matched,
                     matched == 1 ? "does" : "do");
}

void widths(const schema::ProfileReference& profile, const schema::Model& model, Lines& out) {
  for (const schema::WidthTitle& width : profile.widths()) {
    const auto bytes = model.widths().find(width.id());
    if (bytes == model.widths().end()) continue;
    out.add(fmt::format("  width       {}, {} bytes per row", width.title(), ir::grouped(bytes->second)));
  }
}

template <typename List, typename Item>
void add_once(List& list, const Item& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

// Where a note fires: outside the layers by path, in one layer by its place, in several by their number.
std::string places(const schema::Model& model, const schema::Note& note) {
  std::vector<std::string> outside, inside;
  std::vector<std::uint64_t> layers;
  for (const schema::NoteSubject& subject : note.subjects()) {
    if (!subject.has_layer()) {
      add_once(outside, subject.path().empty() ? "(model)" : shown_path(model, subject.path()));
      continue;
    }
    if (layers.empty() || layers.back() != subject.layer()) layers.push_back(subject.layer());
    if (layers.size() == 1) add_once(inside, subject.path());
  }
  std::vector<std::string> where;
  if (!outside.empty()) {
    where.push_back(outside.size() == 1 ? outside.front() : fmt::format("{} and {} more", outside.front(), outside.size() - 1));
  }
  if (layers.size() == 1) {
    // A layer that is alone in something is alone in its class.
    const std::size_t layer_class = ClassOfLayer(model)(note.subjects(note.subjects_size() - 1));
    where.push_back(shown_path(model, inside.size() == 1 || layer_class == ClassOfLayer::kNone
                                          ? inside.front()
                                          : model.classes(static_cast<int>(layer_class)).path()));
  }
  if (layers.size() > 1) where.push_back(plural(layers.size(), "layer"));
  return fmt::format("{}", fmt::join(where, " and "));
}

// What no condition asks for. One line a note: what and where, and why it may matter.
void note_line(const schema::Model& model, const schema::Note& note, Lines& out) {
  constexpr std::size_t kMostFound = 2;
  std::vector<std::string> found;
  for (const schema::NoteSubject& subject : note.subjects()) add_once(found, subject.found());
  if (found.size() > kMostFound) {
    const std::size_t more = found.size() - kMostFound;
    found.resize(kMostFound);
    found.push_back(fmt::format("{} more", more));
  }
  out.add(fmt::format("  note        {} ({}) at {}: {}", note.title(), fmt::join(found, "; "), places(model, note), note.because()));
}

// Facts that choose the floor of a price: told only where one is not there.
void floor_line(const schema::Model& model, Lines& out) {
  std::vector<std::string> ids;
  for (const schema::Condition& condition : model.support()) {
    if (condition.verdict() != Verdict::matched) ids.push_back(condition.id());
  }
  if (!ids.empty()) out.add(fmt::format("  floor       the busiest-rank floor would price it: {} not met", fmt::join(ids, ", ")));
}

std::string run_words(const schema::Model& model) {
  std::vector<std::string> facts;
  for (const auto& [name, value] : model.run()) {
    const std::string words = value.starts_with("int:") ? value.substr(4) : ir::typed_in_words(value);
    facts.push_back(fmt::format("{} {}", name, words));
  }
  std::sort(facts.begin(), facts.end());
  for (const std::string& slot : model.slots()) facts.push_back(fmt::format("slot \"{}\"", slot));
  return facts.empty() ? "nothing is known of it" : fmt::format("{}", fmt::join(facts, ", "));
}

}  // namespace

void closing_lines(const schema::ProfileReference& profile, const schema::Model& model, Lines& out) {
  const auto passed = std::count_if(model.conditions().begin(), model.conditions().end(),
                                    [](const schema::Condition& condition) { return condition.verdict() == Verdict::matched; });
  out.add(fmt::format("  passed      {} of {} conditions", passed, model.conditions_size()));
  if (model.verdict() == Verdict::matched) {
    if (model.extrapolated()) out.add(fmt::format("  extrapolated  {}", model.extrapolation()));
    for (const std::string& difference : model.version_differences()) out.add(fmt::format("  versions    {}", difference));
    widths(profile, model, out);
    for (const schema::Note& note : model.notes()) note_line(model, note, out);
    if (!profile.price_policy().empty()) floor_line(model, out);
  } else {
    const char* effect = profile.price_policy().empty() ? "the gate is shut" : "the model keeps today's price";
    out.add(fmt::format("  effect      {}, so {}", cause(model), effect));
  }
  out.add(fmt::format("  run         {}", run_words(model)));
  if (model.has_root()) out.add(fmt::format("  paths       below {} ({})", model.root().path(), model.root().class_()));
  out.add(fmt::format("  taken       {}; later changes to the live model are not seen", model.taken_at()));
}

}  // namespace tracegate::analyzer
