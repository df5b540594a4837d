#include "analyzer/gate/widths.h"

#include <algorithm>

#include <fmt/format.h>

#include "analyzer/gate/symbols.h"
#include "ir/amount.h"
#include "rules/language/rule.pb.h"

namespace tracegate::analyzer {
namespace {

// The sum of all terms, or of the residue's alone.
std::int64_t value_of(const rules::schema::Width& width, const SymbolValues& symbols, bool only_residue) {
  try {
    Amount elements;
    for (const rules::schema::Term& term : width.term()) {
      if (only_residue && !term.residue()) continue;
      const std::int64_t divisor = term.divided_by() == 0 ? 1 : term.divided_by();
      const auto symbol = symbols.find(term.symbol());
      const std::int64_t value = symbol == symbols.end() ? 0 : symbol->second / divisor;
      elements += Amount(term.times()) * value;
    }
    return (elements * width.element_bytes()).value();
  } catch (const Overflow&) {
    does_not_fit(width.title());
  }
}

// Each width with what these symbols make of it, where that is more than it has.
void raise(std::vector<Width>& widths, const rules::Profile& profile, const SymbolValues& symbols) {
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const rules::schema::Width& width = profile.message().width(static_cast<int>(i));
    widths[i].bytes_per_row = std::max(widths[i].bytes_per_row, value_of(width, symbols, false));
    widths[i].residue_bytes_per_row = std::max(widths[i].residue_bytes_per_row, value_of(width, symbols, true));
  }
}

std::vector<Width> no_widths(const rules::Profile& profile) {
  std::vector<Width> widths;
  for (const rules::schema::Width& width : profile.message().width()) widths.push_back({width.id(), width.title(), 0, 0});
  return widths;
}

// True where the profile's `pricing` reads this symbol of the geometry from that attribute.
bool tells(const rules::Profile& profile, std::string_view geometry_symbol, const std::string& attribute) {
  const auto& facts = profile.message().pricing().fact();
  return std::any_of(facts.begin(), facts.end(), [&](const rules::schema::GeometryFact& fact) {
    return fact.symbol() == geometry_symbol && fact.attribute() == attribute;
  });
}

}  // namespace

Widths compute_widths(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run, const rules::Places& places,
                      const std::vector<std::size_t>& representatives) {
  try {
    SymbolReader reader(graph, profile, run, places, representatives);
    std::vector<Width> widths = no_widths(profile);
    for (int slot = rules::kUnnamedSlot; slot < static_cast<int>(run.slots.size()); ++slot) raise(widths, profile, reader.all(slot));
    return widths;
  } catch (const NotKnown& fault) {
    return std::string(fault.what());
  }
}

Widths widths_from(const rules::Profile& profile, std::int64_t hidden_size, std::int64_t ffn_hidden_size, std::int64_t adapter_rank_sum) {
  try {
    SymbolValues symbols;
    for (const rules::schema::Symbol& symbol : profile.message().symbol()) {
      if (!symbol.has_largest_attribute()) {
        symbols[symbol.id()] = adapter_rank_sum;
      } else if (symbol.id() == profile.message().pricing().ffn_hidden_size()) {
        symbols[symbol.id()] = ffn_hidden_size;
      } else if (tells(profile, "hidden_size", symbol.largest_attribute().attribute())) {
        symbols[symbol.id()] = hidden_size;
      } else {
        throw NotKnown(fmt::format("{} is not known", symbol.title()));
      }
    }
    std::vector<Width> widths = no_widths(profile);
    raise(widths, profile, symbols);
    return widths;
  } catch (const NotKnown& fault) {
    return std::string(fault.what());
  }
}

}  // namespace tracegate::analyzer
