// What protobuf's parser cannot know of a profile: names that must resolve, values that must have a form, lists that must not be empty.
#pragma once

#include <google/protobuf/text_format.h>

#include "rules/profile_text.h"
#include "rules/rule.pb.h"

namespace tracegate::rules {

// Throws ProfileError at the first fault, in the order of the text.
void check_profile(const schema::Profile& profile, const google::protobuf::TextFormat::ParseInfoTree& tree,
                   const ProfileText& text);

}  // namespace tracegate::rules
