#include "rules/places/path_tree.h"

namespace tracegate::rules {

std::uint32_t PathTree::add(std::uint32_t above, ir::StringId name) {
  steps_.push_back({above, name});
  return static_cast<std::uint32_t>(steps_.size() - 1);
}

std::string PathTree::path(std::uint32_t step) const {
  std::vector<std::string_view> names;  // from the module up
  std::size_t bytes = 0;
  for (; step != 0; step = steps_[step].above) {
    names.push_back(graph_.text(steps_[step].name));
    bytes += names.back().size() + 1;
    if (bytes <= kLongestPath) continue;
    names.back() = "(...)";
    break;
  }
  std::string path = root_;
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    if (!path.empty()) path += '.';
    path += *name;
  }
  return path;
}

}  // namespace tracegate::rules
