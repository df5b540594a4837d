#include "rules/language/lineage.h"

#include <algorithm>

#include "rules/language/rule.pb.h"
#include "rules/language/shipped.h"

namespace tracegate::rules {
namespace {

const ShippedProfile* find_shipped(std::string_view id) {
  for (const ShippedProfile& shipped : shipped_profiles()) {
    if (shipped.id == id) return &shipped;
  }
  return nullptr;
}

}  // namespace

Lineage::Member Lineage::member_of(const Profile& profile) {
  Member member{{profile.id(), profile.version()}, {}};
  for (std::size_t i = 0; i < profile.conditions(); ++i) member.conditions.insert(profile.condition(i).id());
  return member;
}

Lineage::Lineage(const Profile& profile) {
  chain_.push_back(member_of(profile));
  // Loading has refused a base that is not shipped, and a profile that stands on itself.
  for (std::string base = profile.message().base(); !base.empty();) {
    const Profile next = Profile::shipped(*find_shipped(base));
    chain_.push_back(member_of(next));
    base = next.message().base();
  }
  for (const ShippedProfile& shipped : shipped_profiles()) shipped_.push_back(member_of(Profile::shipped(shipped)));
}

const ProfileName& Lineage::since(std::string_view condition) const {
  const Member* found = &chain_.front();
  for (const Member& member : chain_) {
    if (member.conditions.contains(condition)) found = &member;
  }
  return found->name;
}

std::vector<ProfileName> Lineage::shipped_with(std::string_view condition) const {
  std::vector<ProfileName> names;
  for (const Member& member : shipped_) {
    if (member.conditions.contains(condition)) names.push_back(member.name);
  }
  return names;
}

const ShippedProfile* introducing(std::string_view condition) {
  for (const ShippedProfile& shipped : shipped_profiles()) {
    const Profile profile = Profile::shipped(shipped);
    if (profile.condition_index(condition) != kNone) return find_shipped(Lineage(profile).since(condition).id);
  }
  return nullptr;
}

std::vector<std::string> shipped_conditions() {
  std::vector<std::string> ids;
  for (const ShippedProfile& shipped : shipped_profiles()) {
    const Profile profile = Profile::shipped(shipped);
    for (std::size_t i = 0; i < profile.conditions(); ++i) {
      const std::string& id = profile.condition(i).id();
      if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
    }
  }
  return ids;
}

}  // namespace tracegate::rules
