// A match outside the traced versions is a match that says so.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "analyzer/gate/versions.h"
#include "rules/language/profile.h"
#include "tests/support/model_text.h"

namespace tracegate::analyzer {
namespace {

constexpr const char* kProfile = R"(id: "p" version: 1 title: "t" base: "dense-cp2-seed"
traced_versions {
  package { name: "pack" module: "m" version: ["1.0", "1.2"] }
  forward { class: "m.Thing" source: ["aaaa", "bbbb"] }
})";

TEST_CASE("differences from the traced versions") {
  struct Row {
    std::string name;
    std::string versions;
    std::string source;
    std::vector<std::string> differences;
  };
  const Row rows[] = {
      {"as traced", "pack=1.0", "source=\"aaaa\"", {}},
      {"the other version", "pack=1.2", "source=\"bbbb\"", {}},
      {"another build of it", "pack=1.2+cpu", "source=\"aaaa\"", {}},
      {"a newer version", "pack=2.0", "source=\"aaaa\"", {"pack 2.0; traced with 1.0 or 1.2"}},
      {"another forward", "pack=1.0", "source=\"cccc\"", {"the forward of m.Thing is not the traced one"}},
      {"both", "pack=2.0", "source=\"cccc\"", {"pack 2.0; traced with 1.0 or 1.2", "the forward of m.Thing is not the traced one"}},
      {"no version is recorded", "other=3", "source=\"aaaa\"", {"pack, whose version is not recorded; traced with 1.0 or 1.2"}},
      {"no forward is recorded", "pack=1.0", "", {"the forward of m.Thing is not recorded"}},
      {"no class of the package", "other=3", "module=\"mm.m\" source=\"cccc\"", {}},
      {"a module below the package's", "other=3", "module=\"m.sub\"", {"pack, whose version is not recorded; traced with 1.0 or 1.2"}},
      {"a class of the same name", "pack=1.0", "source=\"cccc\" own=0", {}},
  };
  const rules::Profile profile = rules::Profile::parse(kProfile, "p");
  for (const Row& row : rows) {
    INFO(row.name);
    const ir::ModuleGraph graph = test::graph_of("C0 m.Thing: " + row.source + "\n0: c=0\ntracegate.versions=" + row.versions + "\n");
    CHECK(version_differences(graph, profile) == row.differences);
  }
}

}  // namespace
}  // namespace tracegate::analyzer
