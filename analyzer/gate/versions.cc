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

}  // namespace

std::vector<std::string> version_differences(const ir::ModuleGraph& graph, const rules::Profile& profile) {
  const rules::schema::TracedVersions& traced = profile.message().traced_versions();
  std::set<std::string> differences;
  for (const rules::schema::TracedPackage& package : traced.package()) {
    const auto found = graph.versions().find(package.name());
    if (found == graph.versions().end()) continue;
    const std::string version = found->second.substr(0, found->second.find('+'));
    if (holds(package.version(), version)) continue;
    const std::vector<std::string> known(package.version().begin(), package.version().end());
    differences.insert(fmt::format("{} {}; traced with {}", package.name(), version, ir::enumerate(known, "or")));
  }
  for (const rules::schema::TracedForward& forward : traced.forward()) {
    for (std::uint32_t index = 0; index < graph.classes(); ++index) {
      const ir::ClassRecord& record = graph.class_record(index);
      if (record.source == ir::kNoString || !rules::is_exactly(graph, profile, record, forward.class_())) continue;
      if (holds(forward.source(), graph.text(record.source))) continue;
      differences.insert(fmt::format("the forward of {} is not the traced one", graph.text(record.full_name)));
    }
  }
  return {differences.begin(), differences.end()};
}

}  // namespace tracegate::analyzer
