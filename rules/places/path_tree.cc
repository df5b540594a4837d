#include "rules/places/path_tree.h"

namespace tracegate::rules {

std::size_t PathTree::add(ir::Vertex vertex, ir::Vertex parent, ir::StringId name) {
  while (!open_.empty() && open_.back().vertex != parent) open_.pop_back();
  const auto step = static_cast<std::uint32_t>(steps_.size());
  steps_.push_back({open_.empty() ? 0 : open_.back().step, name});
  open_.push_back({vertex, step});
  return step;
}

std::string PathTree::path(std::size_t step) const {
  std::vector<std::string_view> names;  // from the module up
  std::size_t bytes = 0;
  for (; step != 0; step = steps_[step].above) {
    names.push_back(graph_.text(steps_[step].name));
    bytes += names.back().size() + 1;
    if (bytes <= kLongestPath) continue;
    names.back() = "...";
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
