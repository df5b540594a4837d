// Reads the dialect `module/1` (ir/dialect.md): what tracegate_export writes from a live model.
#pragma once

#include "ir/module_graph.h"
#include "ir/onnx_stream.h"
#include "ir/source.h"

namespace tracegate::ir {

// `header` is that of `source`. Throws ReadError for a file that breaks a rule of the dialect.
ModuleGraph read_module_dialect(const Source& source, const OnnxHeader& header);

}  // namespace tracegate::ir
