// A model file as a module graph: the one entrance to this folder.
#pragma once

#include <string>

#include "ir/graph/module_graph.h"
#include "ir/onnx/source.h"

namespace tracegate::ir {

// Reads a file of any dialect that is read. Throws ReadError for what is no ONNX file, is damaged, breaks a rule of its dialect, or is of a
// dialect that is not read.
ModuleGraph read_model(const Source& source);

}  // namespace tracegate::ir
