// Reads the dialect `module/1` (ir/dialect.md): what tracegate_export writes from a live model.
#pragma once

#include "ir/dialects/dialect_probe.h"
#include "ir/graph/module_graph.h"
#include "ir/onnx/onnx_stream.h"
#include "ir/onnx/source.h"

namespace tracegate::ir {

// True where the metadata names the dialect.
bool is_module_dialect(const OnnxHeader& header, const DialectProbe& probe);

// `header` is that of `source`. Throws ReadError for a file that breaks a rule of the dialect.
ModuleGraph read_module_dialect(const Source& source, const OnnxHeader& header);

}  // namespace tracegate::ir
