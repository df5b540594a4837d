// Reads the dialect `module/1` (ir/dialect.md): what tracegate_export writes from a live model.
#pragma once

#include "ir/graph/module_graph.h"
#include "ir/onnx/onnx_stream.h"
#include "ir/onnx/source.h"

namespace tracegate::ir {

// `header` is that of `source`. Throws ReadError for a file that breaks a rule of the dialect.
ModuleGraph read_module_dialect(const Source& source, const OnnxHeader& header);

}  // namespace tracegate::ir
