// The table of dialects: one row and one file for each form of model file that is read.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/dialects/dialect_probe.h"
#include "ir/graph/module_graph.h"
#include "ir/onnx/onnx_stream.h"
#include "ir/onnx/source.h"

namespace tracegate::ir {

struct Dialect {
  std::string_view name;
  // True where the file is of this dialect. The header alone should decide where it can: the probe walks the nodes when it is asked.
  bool (*is)(const OnnxHeader& header, const DialectProbe& probe);
  // Throws ReadError for what breaks a rule of the dialect.
  ModuleGraph (*read)(const Source& source, const OnnxHeader& header);
};

// In the order in which a file is held against them.
std::span<const Dialect> dialects();

// Their names, for `tracegate version`.
std::vector<std::string> dialects_read();

}  // namespace tracegate::ir
