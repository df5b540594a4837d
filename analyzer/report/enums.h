// The analyzer's enumerations as those of the report.
#pragma once

#include "analyzer/price/policy.h"
#include "analyzer/report/report.pb.h"
#include "rules/places/verdict.h"

namespace tracegate::analyzer {

schema::Verdict::Value to_schema(rules::Verdict verdict);
schema::Reason::Value to_schema(rules::Reason reason);
schema::Policy::Value to_schema(price::Policy policy);

}  // namespace tracegate::analyzer
