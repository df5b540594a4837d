#include "analyzer/gate/symbols.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/amount.h"
#include "rules/language/rule.pb.h"
#include "rules/places/adapter.h"

namespace tracegate::analyzer {

void does_not_fit(std::string_view what) { throw NotKnown(fmt::format("{} does not fit 64 bits", what)); }

SymbolValues SymbolReader::all(int slot) {
  SymbolValues values;
  for (const std::size_t layer : representatives_) {
    const rules::Places places = places_.in_layer(places_.layers()[layer]);
    for (const rules::schema::Symbol& symbol : profile_.message().symbol()) {
      const std::int64_t here = in_layer(symbol, slot, places);
      const auto [entry, fresh] = values.emplace(symbol.id(), here);
      if (!fresh) entry->second = std::max(entry->second, here);
    }
  }
  return values;
}

std::int64_t SymbolReader::one(const rules::schema::Symbol& symbol, int slot) {
  std::int64_t largest = 0;
  for (const std::size_t layer : representatives_) {
    const rules::Places places = places_.in_layer(places_.layers()[layer]);
    const std::int64_t here = in_layer(symbol, slot, places);
    largest = layer == representatives_.front() ? here : std::max(largest, here);
  }
  return largest;
}

std::int64_t SymbolReader::in_layer(const rules::schema::Symbol& symbol, int slot, const rules::Places& places) const {
  return symbol.has_largest_attribute() ? attribute(symbol, places) : rank_sum(slot, places);
}

std::int64_t SymbolReader::attribute(const rules::schema::Symbol& symbol, const rules::Places& places) const {
  const rules::schema::LargestAttribute& source = symbol.largest_attribute();
  const ir::Fact fact = rules::read_at(graph_, places.at(profile_.place_index(source.place())), source.attribute());
  const auto number = fact.state == ir::Fact::State::kPresent ? ir::number_of(fact.value.kind, graph_.text(fact.value)) : std::nullopt;
  if (!number || !number->is_integer) throw NotKnown(fmt::format("{} is not known", symbol.title()));
  if (number->big) does_not_fit(symbol.title());
  return number->integer;
}

// One adapter that stands at two places counts once: the scope names each module once.
std::int64_t SymbolReader::rank_sum(int slot, const rules::Places& places) const {
  const ir::Slot* reference = slot == rules::kUnnamedSlot ? nullptr : &run_.slots[static_cast<std::size_t>(slot)];
  Amount sum;
  for (const rules::Subject& adapter : rules::subjects_of(graph_, profile_, places, profile_.message().adapter().scope())) {
    if (adapter.at.vertex() == ir::kNoVertex) throw NotKnown("the adapters are not known");
    const auto rank = rules::adapter_rank(graph_, rules::adapter_state(graph_, profile_, adapter.at.vertex(), reference));
    if (!rank) throw NotKnown(fmt::format("the rank of {} is not known", adapter.path()));
    try {
      sum += *rank;
    } catch (const Overflow&) {
      does_not_fit("the sum of ranks");
    }
  }
  return sum.value();
}

}  // namespace tracegate::analyzer
