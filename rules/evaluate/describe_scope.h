// Scopes in words: where a condition is judged, and where it applies.
#pragma once

#include <string>

#include "rules/language/profile.h"
#include "rules/places/describe_place.h"

namespace tracegate::rules {

namespace schema {
class Applies;
class Scope;
}  // namespace schema

// "each decoder layer and every module below it, other than the mixer and each MLP site".
std::string describe(const Profile& profile, const schema::Scope& scope);

// "only where the mixer of the same layer is: exactly pkg.Mixer".
std::string describe(const Profile& profile, const schema::Applies& applies);

}  // namespace tracegate::rules
