// A profile as a whole: what was traced, what a match is worth, and its conditions by area. Collected for its documentation.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/pages/condition_page.h"

namespace tracegate::analyzer {

struct SymbolFormula {
  std::string id;       // F
  std::string title;    // "FFN hidden size"
  std::string meaning;  // "the largest `ffn_hidden_size` of the layer's config over the decoder layers"
};

struct WidthFormula {
  std::string id;
  std::string title;
  std::string formula;               // "2 * (7F + 6F + 2R)", in bytes per row
  std::vector<std::string> residue;  // its terms that may or may not be there: "6F"
};

struct Area {
  std::string name;
  std::vector<ConditionPage> conditions;

  std::size_t support() const;
  std::size_t deciding() const { return conditions.size() - support(); }
};

// Conditions by the profile that brought them in.
struct Origin {
  rules::ProfileName profile;
  std::size_t deciding = 0;
  std::size_t support = 0;
};

struct ProfilePage {
  rules::ProfileName profile;
  std::string title;
  std::string base;  // empty: it stands alone
  std::string traced;
  std::string domain;
  std::string evidence;
  std::vector<std::string> sources;
  std::string extrapolated;  // when a match is outside what was measured; empty: never said
  std::string price_policy;  // empty: it prices nothing
  std::vector<WidthFormula> widths;
  std::vector<SymbolFormula> symbols;
  std::vector<std::pair<std::string, std::vector<std::string>>> packages;  // name and versions
  std::vector<std::pair<std::string, std::vector<std::string>>> forwards;  // class and digests of its forward
  std::vector<Origin> origins;                                             // the farthest base first
  std::vector<Area> areas;                                                 // in the order of their first condition
  std::vector<std::string> without_remedy;                                 // of those that decide

  std::size_t support() const;
  std::size_t deciding() const;
};

ProfilePage profile_page(const rules::Profile& profile);

}  // namespace tracegate::analyzer
