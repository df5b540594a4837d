#include "analyzer/gate/versions.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "ir/text/words.h"
#include "rules/language/rule.pb.h"
#include "rules/places/classes.h"
#include "rules/places/subjects.h"

namespace tracegate::analyzer {
namespace {

template <typename List>
bool holds(const List& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// A package that owns no class of the file has no part in the model, and no version there.
bool has_class_of(const ir::ModuleGraph& graph, const rules::schema::TracedPackage& package) {
  for (std::uint32_t index = 0; index < graph.classes(); ++index) {
    const std::string_view module = graph.text(graph.class_record(index).module);
    const bool below = module.starts_with(package.module()) &&
                       (module.size() == package.module().size() || package.module().empty() || module[package.module().size()] == '.');
    if (below) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> version_differences(const ir::ModuleGraph& graph, const rules::Profile& profile) {
  const rules::schema::TracedVersions& traced = profile.message().traced_versions();
  std::set<std::string> differences;
  for (const rules::schema::TracedPackage& package : traced.package()) {
    const std::string known = ir::enumerate({package.version().begin(), package.version().end()}, "or");
    const auto found = graph.versions().find(package.name());
    if (found == graph.versions().end()) {
      if (has_class_of(graph, package))
        differences.insert(fmt::format("{}, whose version is not recorded; traced with {}", package.name(), known));
      continue;
    }
    const std::string version = found->second.substr(0, found->second.find('+'));
    if (!holds(package.version(), version)) differences.insert(fmt::format("{} {}; traced with {}", package.name(), version, known));
  }
  for (const rules::schema::TracedForward& forward : traced.forward()) {
    for (std::uint32_t index = 0; index < graph.classes(); ++index) {
      const ir::ClassRecord& record = graph.class_record(index);
      if (!rules::is_exactly(graph, profile, record, forward.class_())) continue;
      if (record.source == ir::kNoString) {
        differences.insert(fmt::format("the forward of {} is not recorded", graph.text(record.full_name)));
        continue;
      }
      if (holds(forward.source(), graph.text(record.source))) continue;
      differences.insert(fmt::format("the forward of {} is not the traced one", graph.text(record.full_name)));
    }
  }
  return {differences.begin(), differences.end()};
}

}  // namespace tracegate::analyzer
