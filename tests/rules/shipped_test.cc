// The profiles that are built in.
#include <doctest/doctest.h>

#include <string>

#include "rules/profile.h"
#include "rules/rule.pb.h"
#include "rules/shipped.h"

namespace tracegate::rules {
namespace {

TEST_CASE("every shipped profile is right, and named like its file") {
  REQUIRE_FALSE(shipped_profiles().empty());
  for (const ShippedProfile& shipped : shipped_profiles()) {
    INFO(shipped.id);
    const Profile profile = Profile::parse(shipped.text, std::string(shipped.file));
    CHECK(profile.id() == shipped.id);
    CHECK(Profile::shipped(shipped).digest() == profile.digest());
    CHECK(shipped.file == std::string(shipped.id) + ".textproto");
  }
}

TEST_CASE("condition ids are area/name in kebab case") {
  for (const ShippedProfile& shipped : shipped_profiles()) {
    const Profile profile = Profile::parse(shipped.text, std::string(shipped.file));
    for (std::size_t i = 0; i < profile.conditions(); ++i) {
      const std::string& id = profile.condition(i).id();
      INFO(id);
      CHECK(id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-/") == std::string::npos);
      CHECK(id.find('/') == id.rfind('/'));
      CHECK(id.find('/') != std::string::npos);
    }
  }
}

TEST_CASE("wording of shipped profiles: no full stop, no capital at the start") {
  for (const ShippedProfile& shipped : shipped_profiles()) {
    const Profile profile = Profile::parse(shipped.text, std::string(shipped.file));
    for (std::size_t i = 0; i < profile.conditions(); ++i) {
      const schema::Condition& condition = profile.condition(i);
      for (const std::string& text : {condition.title(), condition.because(), condition.remedy()}) {
        INFO(condition.id(), ": ", text);
        CHECK_FALSE(text.ends_with('.'));
      }
    }
  }
}

}  // namespace
}  // namespace tracegate::rules
