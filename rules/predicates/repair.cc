#include "rules/predicates/repair.h"

#include <fmt/format.h>

namespace tracegate::rules {

std::vector<Repair> RepairSite::on_object(ir::Edit edit) const {
  if (vertex() == ir::kNoVertex) return graft();
  return {{std::move(edit)}};
}

std::vector<Repair> RepairSite::graft() const {
  if (layer.donor == ir::kNoVertex || layer.layer == ir::kNoVertex) return {};
  const std::string path = subject.path();
  if (path.size() <= layer.path.size() + 1 || !path.starts_with(layer.path)) return {};
  std::string_view rest = std::string_view(path).substr(layer.path.size() + 1);
  ir::Vertex holder = layer.layer, source = layer.donor;
  for (auto dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
    holder = step(graph(), holder, rest.substr(0, dot));
    source = step(graph(), source, rest.substr(0, dot));
    if (holder == ir::kNoVertex || source == ir::kNoVertex) return {};
    rest.remove_prefix(dot + 1);
  }
  const ir::Fact part = graph().read(source, rest);
  if (part.state != ir::Fact::State::kPresent || part.value.kind != ir::ValueKind::kObject) return {};
  return {{{ir::Edit::Kind::kGraft, holder, std::string(rest), {}, source}}};
}

std::vector<Repair> one_repair(Repair repair) {
  if (repair.empty()) return {};
  return {std::move(repair)};
}

ir::Vertex step(const ir::ModuleGraph& graph, ir::Vertex vertex, std::string_view name) {
  const ir::Fact fact = graph.read(vertex, name);
  if (fact.state == ir::Fact::State::kPresent && fact.value.kind == ir::ValueKind::kObject) return fact.value.record;
  for (const ir::Child& child : graph.children(vertex)) {
    if (graph.text(child.name) == name) return child.vertex;
  }
  return ir::kNoVertex;
}

std::string typed_number(const std::string& number) {
  return fmt::format("{}:{}", number.find_first_of(".ein") == std::string::npos ? "int" : "float", number);
}

}  // namespace tracegate::rules
