// Places in words: "the FC1 wrapper".
#pragma once

#include <string>

#include "rules/language/profile.h"

namespace tracegate::rules {

// "the FC1 wrapper"; a decoder layer is "the decoder layer".
std::string describe_place(const Profile& profile, std::size_t place);

// The same in each layer: "the FC1 wrapper of each decoder layer", "each decoder layer"; "the decoder" for what is no part of a layer.
std::string describe_places(const Profile& profile, std::size_t place);

// The same in one layer, seen from another place of it: "the FC1 wrapper of the same layer", "the same layer".
std::string describe_same_layer(const Profile& profile, std::size_t place);

}  // namespace tracegate::rules
