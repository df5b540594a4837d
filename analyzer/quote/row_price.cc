#include "analyzer/quote/row_price.h"

namespace tracegate::analyzer {

std::optional<RowPrice> row_price(const price::Geometry& geometry, const GateOutcome& outcome) {
  if (!price::rules_of(outcome.policy).today_without_widths || !outcome.if_matched) return std::nullopt;
  if (geometry.hidden_size <= 0 || geometry.decoder_layers <= 0) return std::nullopt;
  try {
    const Amount row = Amount(2) * geometry.hidden_size;
    RowPrice out;
    out.layers = geometry.decoder_layers;
    out.now = (row * geometry.decoder_layers).value();
    out.if_matched = (row + Amount(4) * geometry.hidden_size + outcome.if_matched->gradient).value();
    return out;
  } catch (const Overflow&) {
    return std::nullopt;
  }
}

}  // namespace tracegate::analyzer
