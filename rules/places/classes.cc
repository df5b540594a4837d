#include "rules/places/classes.h"

#include <algorithm>

namespace tracegate::rules {

bool is_exactly(const ir::ModuleGraph& graph, const Profile& profile, const ir::ClassRecord& record, std::string_view wanted) {
  return record.own && profile.same_class(graph.text(record.full_name), wanted);
}

bool is_instance(const ir::ModuleGraph& graph, const Profile& profile, const ir::ClassRecord& record, std::string_view wanted) {
  if (is_exactly(graph, profile, record, wanted)) return true;
  return std::any_of(record.bases.begin(), record.bases.end(),
                     [&](std::uint32_t base) { return is_exactly(graph, profile, graph.class_record(base), wanted); });
}

}  // namespace tracegate::rules
