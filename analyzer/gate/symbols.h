// The symbols of a profile in one model: its largest attributes and rank sums over the layers.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "rules/evaluate/evaluate.h"

namespace tracegate::rules::schema {
class Symbol;
}

namespace tracegate::analyzer {

// A symbol that is not known, or does not fit 64 bits. The message says which, for reports.
struct NotKnown : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] void does_not_fit(std::string_view what);

using SymbolValues = std::map<std::string, std::int64_t, std::less<>>;

class SymbolReader {
 public:
  // All of these outlive the reader. `representatives`: layers that stand for all. `places`: of the model.
  SymbolReader(const ir::ModuleGraph& graph, const rules::Profile& profile, const ir::RunFacts& run, const rules::Places& places,
               const std::vector<std::size_t>& representatives)
      : graph_(graph), profile_(profile), run_(run), places_(places), representatives_(representatives) {}

  // All symbols, the ranks being those of the constructor's adapters or of one named slot (an index into the run's). Throws NotKnown.
  SymbolValues all(int slot);
  // The largest of one over the layers; needs at least one layer. Throws NotKnown.
  std::int64_t one(const rules::schema::Symbol& symbol, int slot);

 private:
  // `places`: of the layer.
  std::int64_t in_layer(const rules::schema::Symbol& symbol, int slot, const rules::Places& places) const;
  std::int64_t attribute(const rules::schema::Symbol& symbol, const rules::Places& places) const;
  std::int64_t rank_sum(int slot, const rules::Places& places) const;

  const ir::ModuleGraph& graph_;
  const rules::Profile& profile_;
  const ir::RunFacts& run_;
  const rules::Places& places_;
  const std::vector<std::size_t>& representatives_;
};

}  // namespace tracegate::analyzer
