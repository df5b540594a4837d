// The sum over everything in a file that a reader looks at: damage of a single bit must not make another model of it.
#pragma once

#include <string>
#include <string_view>

#include "ir/onnx/source.h"

namespace tracegate::ir {

// "crc32sum:COUNT:SUM" over all fields of the model and of its graph, in any order, but tensors and the entry of the metadata that has the
// key `own_key` and holds the digest itself (ir/dialect.md, section 1.1). One pass. Throws ReadError for what is no protobuf message.
std::string content_digest(const Source& source, std::string_view own_key);

}  // namespace tracegate::ir
