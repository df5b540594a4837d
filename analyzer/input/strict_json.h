// JSON into a protobuf message, by the message's descriptor: keys are the fields' names. Every deviation is a UsageError at its place.
//
// Refused: what parse_json refuses (json_tree.h), unknown keys, null, a value of another type, whole numbers written with a fraction or
// an exponent, negative or above 2^63 - 1, texts with control characters, values outside the field's range (range.proto), and objects
// without a key that proto2 calls `required`.
#pragma once

#include <string>
#include <string_view>

#include <google/protobuf/message.h>

#include "analyzer/input/json_tree.h"

namespace tracegate::analyzer {

// Fields are of uint64, double, bool, string and messages of these; std::logic_error for others. Returns the tree that was read, for
// places; after an error `into` holds a part.
JsonValue read_strict(std::string_view text, const std::string& file, google::protobuf::Message& into);

}  // namespace tracegate::analyzer
