#include "analyzer/widths.h"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "rules/adapter.h"
#include "rules/rule.pb.h"

namespace tracegate::analyzer {
namespace {

// Carries the reason to the one place where it becomes the result.
struct NotKnown : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] void overflow(std::string_view what) { throw NotKnown(fmt::format("{} does not fit 64 bits", what)); }

std::int64_t checked_multiply(std::int64_t a, std::int64_t b, std::string_view what) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) overflow(what);
  return product;
}

std::int64_t checked_add(std::int64_t a, std::int64_t b, std::string_view what) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) overflow(what);
  return sum;
}

class Computer {
 public:
  Computer(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run, rules::Places& places,
           const std::vector<std::size_t>& representatives)
      : graph_(graph), profile_(profile), run_(run), places_(places), representatives_(representatives) {}

  std::vector<Width> compute() {
    std::vector<Width> widths;
    for (const rules::schema::Width& width : profile_.message().width()) widths.push_back({width.id(), width.title(), 0});
    for (int slot = rules::kConstructor; slot < static_cast<int>(run_.slots.size()); ++slot) {
      const auto symbols = symbols_of(slot);
      for (std::size_t i = 0; i < widths.size(); ++i) {
        widths[i].bytes_per_row = std::max(widths[i].bytes_per_row, value_of(profile_.message().width(static_cast<int>(i)), symbols));
      }
    }
    return widths;
  }

 private:
  using Symbols = std::map<std::string, std::int64_t, std::less<>>;

  Symbols symbols_of(int slot) {
    Symbols symbols;
    for (const std::size_t layer : representatives_) {
      places_.enter_layer(places_.layers()[layer]);
      for (const rules::schema::Symbol& symbol : profile_.message().symbol()) {
        const std::int64_t here = symbol.has_largest_attribute() ? attribute(symbol) : rank_sum(slot);
        const auto [entry, fresh] = symbols.emplace(symbol.id(), here);
        if (!fresh) entry->second = std::max(entry->second, here);
      }
    }
    return symbols;
  }

  std::int64_t attribute(const rules::schema::Symbol& symbol) const {
    const rules::schema::LargestAttribute& source = symbol.largest_attribute();
    const ir::Fact fact = rules::read_at(graph_, places_.at(profile_.place_index(source.place())), source.attribute());
    const auto number =
        fact.state == ir::Fact::State::kPresent ? ir::number_of(fact.value.kind, graph_.text(fact.value)) : std::nullopt;
    if (!number || !number->is_integer) throw NotKnown(fmt::format("{} is not known", symbol.title()));
    if (number->big) overflow(symbol.title());
    return number->integer;
  }

  // One adapter that stands at two places counts once: the scope names each module once.
  std::int64_t rank_sum(int slot) const {
    const ir::Slot* reference = slot == rules::kConstructor ? nullptr : &run_.slots[static_cast<std::size_t>(slot)];
    std::int64_t sum = 0;
    for (const rules::Subject& adapter :
         rules::subjects_of(graph_, profile_, places_, profile_.message().adapter().scope())) {
      if (adapter.at.vertex() == ir::kNoVertex) throw NotKnown("the adapters are not known");
      const auto rank = rules::adapter_rank(graph_, rules::adapter_state(graph_, profile_, adapter.at.vertex(), reference));
      if (!rank) throw NotKnown(fmt::format("the rank of {} is not known", adapter.at.path));
      sum = checked_add(sum, *rank, "the sum of ranks");
    }
    return sum;
  }

  static std::int64_t value_of(const rules::schema::Width& width, const Symbols& symbols) {
    std::int64_t elements = 0;
    for (const rules::schema::Term& term : width.term()) {
      const std::int64_t divisor = term.divided_by() == 0 ? 1 : term.divided_by();
      const auto symbol = symbols.find(term.symbol());
      const std::int64_t value = symbol == symbols.end() ? 0 : symbol->second / divisor;
      elements = checked_add(elements, checked_multiply(term.times(), value, width.title()), width.title());
    }
    return checked_multiply(elements, width.element_bytes(), width.title());
  }

  const ir::ModuleGraph& graph_;
  const rules::Profile& profile_;
  const ir::RunFacts& run_;
  rules::Places& places_;
  const std::vector<std::size_t>& representatives_;
};

}  // namespace

Widths compute_widths(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run,
                      rules::Places& places, const std::vector<std::size_t>& representatives) {
  try {
    return Computer(graph, profile, run, places, representatives).compute();
  } catch (const NotKnown& fault) {
    return std::string(fault.what());
  }
}

}  // namespace tracegate::analyzer
