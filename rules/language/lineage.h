// Which profiles have a condition, and which of them brought it in.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rules/language/profile.h"

namespace tracegate::rules {

struct ProfileName {
  std::string id;
  std::uint32_t version = 0;
};

class Lineage {
 public:
  explicit Lineage(const Profile& profile);

  // The farthest base that has the condition; the profile itself where it stands alone.
  const ProfileName& since(std::string_view condition) const;
  // Shipped profiles that have it, in the order of their ids.
  std::vector<ProfileName> shipped_with(std::string_view condition) const;

 private:
  struct Member {
    ProfileName name;
    std::set<std::string, std::less<>> conditions;
  };
  static Member member_of(const Profile& profile);

  std::vector<Member> chain_;  // the profile, its base, the base's base
  std::vector<Member> shipped_;
};

// The shipped profile that brought the condition in; nullptr where none has it.
const ShippedProfile* introducing(std::string_view condition);

// The ids of all conditions of shipped profiles, each once.
std::vector<std::string> shipped_conditions();

}  // namespace tracegate::rules
