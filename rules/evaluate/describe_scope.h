// Places and scopes in words: where a condition is judged, and where it applies.
#pragma once

#include <string>

#include "rules/language/profile.h"

namespace tracegate::rules {

namespace schema {
class Applies;
class Scope;
}  // namespace schema

// "the FC1 wrapper"; a decoder layer is "the decoder layer".
std::string describe_place(const Profile& profile, std::size_t place);

// The same in each layer: "the FC1 wrapper of each decoder layer", "each decoder layer"; "the decoder" for what is no part of a layer.
std::string describe_places(const Profile& profile, std::size_t place);

// The same in one layer, seen from another place of it: "the FC1 wrapper of the same layer", "the same layer".
std::string describe_same_layer(const Profile& profile, std::size_t place);

// "each decoder layer and every module below it, other than the mixer and each MLP site".
std::string describe(const Profile& profile, const schema::Scope& scope);

// "only where the mixer of the same layer is: exactly pkg.Mixer".
std::string describe(const Profile& profile, const schema::Applies& applies);

}  // namespace tracegate::rules
