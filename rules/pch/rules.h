// As ir/pch/common.h, for the rooms that read profiles.
#ifndef TRACEGATE_RULES_PCH_RULES_H  // `#pragma once` is refused in a file that is compiled alone
#define TRACEGATE_RULES_PCH_RULES_H

#include "ir/pch/common.h"
#include "rules/language/rule.pb.h"

#endif
