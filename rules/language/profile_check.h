// What protobuf's parser cannot know of a profile: names that must resolve, values that must have a form, lists that must not be empty.
#pragma once

#include <google/protobuf/text_format.h>

#include "rules/language/profile_text.h"
#include "rules/language/rule.pb.h"

namespace tracegate::rules {

// Checks `own`, whose text and `tree` these are: what it adds to `base`, which is right, and what comes out of both, `all`. Throws
// UsageError at the first fault.
void check_profile(const schema::Profile& base, const schema::Profile& own, const schema::Profile& all,
                   const google::protobuf::TextFormat::ParseInfoTree& tree, const ProfileText& text);

}  // namespace tracegate::rules
