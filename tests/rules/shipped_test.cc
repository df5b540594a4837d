// The profiles that are built in.
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <string_view>

#include "rules/language/pricing.h"
#include "rules/language/profile.h"
#include "rules/language/rule.pb.h"
#include "rules/language/shipped.h"

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

TEST_CASE("pricing of shipped profiles") {
  struct Row {
    const char* id;
    const char* policy;
  };
  const Row rows[] = {{"dense-cp2-later", "later"}, {"dense-cp2-newest", "later"}, {"dense-cp2-seed", "traced"}};
  REQUIRE(std::size(rows) == shipped_profiles().size());
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    INFO(rows[i].id);
    const Profile profile = Profile::shipped(shipped_profiles()[i]);
    const schema::Pricing& pricing = profile.message().pricing();
    CHECK(profile.id() == rows[i].id);
    CHECK(pricing.policy() == rows[i].policy);
    std::set<std::string_view> symbols;
    for (const schema::GeometryFact& fact : pricing.fact()) symbols.insert(fact.symbol());
    CHECK(symbols.size() == kGeometrySymbols.size());
    // Whatever is named so is one of them, and no condition is named twice.
    std::set<std::string_view> checkpoint(pricing.checkpoint_condition().begin(), pricing.checkpoint_condition().end());
    CHECK(checkpoint.size() == static_cast<std::size_t>(pricing.checkpoint_condition_size()));
    for (std::size_t condition = 0; condition < profile.conditions(); ++condition) {
      const std::string& id = profile.condition(condition).id();
      INFO(id);
      if (id.starts_with("checkpoint/")) CHECK(checkpoint.contains(id));
    }
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

TEST_CASE("note ids are note/name in kebab case") {
  for (const ShippedProfile& shipped : shipped_profiles()) {
    const Profile profile = Profile::parse(shipped.text, std::string(shipped.file));
    CHECK(profile.message().note_size() > 0);
    for (const schema::Note& note : profile.message().note()) {
      INFO(note.id());
      CHECK(note.id().starts_with("note/"));
      CHECK(note.id().find_first_not_of("abcdefghijklmnopqrstuvwxyz-", 5) == std::string::npos);
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
    for (const schema::Note& note : profile.message().note()) {
      INFO(note.id());
      CHECK_FALSE(note.title().ends_with('.'));
      CHECK_FALSE(note.because().ends_with('.'));
    }
  }
}

}  // namespace
}  // namespace tracegate::rules
