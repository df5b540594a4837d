// What a report's writers say of a policy is what the policy's own table says.
#include <doctest/doctest.h>

#include <string>

#include "analyzer/price/policy.h"
#include "analyzer/report/enums.h"
#include "analyzer/report/writers/words.h"

namespace tracegate::analyzer {
namespace {

TEST_CASE("policy words: every policy of the table") {
  for (const price::Policy policy : price::kPolicies) {
    const price::PolicyRules& rules = price::rules_of(policy);
    const PolicyWords& words = words_of(to_schema(policy));
    INFO(std::string(rules.name));
    CHECK(words.name == rules.name);
    CHECK((words.without_widths == "today's price") == rules.today_without_widths);
    CHECK(words.admission_by_layout == rules.admission_by_layout);
  }
  CHECK(words_of(static_cast<schema::Policy::Value>(4)).name == "unknown");
}

}  // namespace
}  // namespace tracegate::analyzer
