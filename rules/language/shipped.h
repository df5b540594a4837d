// The profiles that are built into the program: as text, to be shown, and as the serialized message, which is read thirty times as fast.
#pragma once

#include <span>
#include <string_view>

namespace tracegate::rules {

struct ShippedProfile {
  std::string_view id;
  std::string_view file;  // as messages name it
  std::string_view text;
  std::string_view binary;  // a serialized schema::Profile, without its base
};

// In the order of their ids.
std::span<const ShippedProfile> shipped_profiles();

inline constexpr std::string_view kDefaultProfile = "dense-cp2-seed";
// Whose widths the price policies traced and later take, where no other profile is given.
inline constexpr std::string_view kTracedProfile = kDefaultProfile;
inline constexpr std::string_view kLaterProfile = "dense-cp2-later";

}  // namespace tracegate::rules
