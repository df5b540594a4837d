#include "analyzer/price/geometry.h"

#include <algorithm>

namespace tracegate::price {

void set_gdn_layers(const std::vector<bool>& is_gdn, Geometry& geometry) {
  geometry.gdn_input.assign(is_gdn.size(), false);
  for (std::size_t i = 1; i < is_gdn.size(); ++i) geometry.gdn_input[i] = is_gdn[i - 1] && is_gdn[i];
  geometry.gdn_layers = std::count(is_gdn.begin(), is_gdn.end(), true);
  geometry.gdn_inputs = std::count(geometry.gdn_input.begin(), geometry.gdn_input.end(), true);
}

}  // namespace tracegate::price
