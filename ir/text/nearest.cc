#include "ir/text/nearest.h"

#include <algorithm>
#include <numeric>

namespace tracegate::ir {
namespace {

constexpr std::size_t kMostEdits = 2;
constexpr std::size_t kMostNames = 5;

std::size_t edits(std::string_view a, std::string_view b) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > kMostEdits) return difference;
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::vector<std::string> nearest(std::string_view wanted, const std::vector<std::string>& candidates) {
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edits(wanted, candidate);
    if (distance <= kMostEdits) found.emplace_back(distance, candidate);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (auto& [distance, name] : found) {
    if (names.size() == kMostNames) break;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& candidates) {
  return did_you_mean(nearest(wanted, candidates));
}

std::string did_you_mean(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i) {
    text += text.empty() ? "; did you mean `" : " or `";
    text += names[i] + "`";
  }
  return text.empty() ? text : text + "?";
}

}  // namespace tracegate::ir
