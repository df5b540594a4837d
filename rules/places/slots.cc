#include "rules/places/slots.h"

#include <set>
#include <utility>

#include "ir/graph/string_value.h"
#include "rules/language/rule.pb.h"

namespace tracegate::rules {
namespace {

// The text of a string, empty for anything else.
std::string string_of(const ir::ModuleGraph& graph, const ir::Value& value) {
  return std::string(ir::string_of(value.kind, graph.text(value)).value_or(std::string_view()));
}

}  // namespace

std::vector<ir::Slot> known_slots(const ir::ModuleGraph& graph, const Profile& profile) {
  const schema::Adapter& names = profile.message().adapter();
  std::set<std::pair<std::string, std::string>> found;
  for (std::uint32_t index = 0; index < graph.tables(); ++index) {
    const ir::TableRecord& table = graph.table(index);
    const std::size_t width = table.fields.size() + 1;
    for (std::size_t row = 0; row + width <= table.rows.size(); row += width) {
      std::string kind, name;
      for (std::size_t i = 0; i + 1 < width; ++i) {
        const std::string_view field = graph.text(table.fields[i]);
        if (field == names.slot_kind()) kind = string_of(graph, table.rows[row + i]);
        if (field == names.slot_name()) name = string_of(graph, table.rows[row + i]);
      }
      if (!name.empty()) found.emplace(std::move(kind), std::move(name));
    }
  }
  std::vector<ir::Slot> slots;
  for (const auto& [kind, name] : found) slots.push_back({kind, name});
  return slots;
}

std::vector<std::string> slot_kinds(const Profile& profile) {
  const auto& kinds = profile.message().adapter().slot_kinds();
  return {kinds.begin(), kinds.end()};
}

}  // namespace tracegate::rules
