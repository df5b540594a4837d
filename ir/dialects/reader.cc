#include "ir/dialects/reader.h"

#include <fmt/format.h>

#include "ir/dialects/dialect.h"
#include "ir/dialects/dialect_probe.h"
#include "ir/text/error.h"
#include "ir/text/escape.h"

namespace tracegate::ir {

ModuleGraph read_model(const Source& source) {
  if (source.size() == 0) throw ReadError("is empty; an ONNX file is needed");
  const OnnxHeader header = read_onnx_header(source);
  if (header.graphs != 1) throw ReadError(fmt::format("holds {} ONNX graphs, expected one: not an ONNX model", header.graphs));
  const DialectProbe probe(source);
  for (const Dialect& dialect : dialects()) {
    if (!dialect.is(header, probe)) continue;
    ModuleGraph graph = dialect.read(source, header);
    source.check_size();
    return graph;
  }
  for (const auto& entry : header.metadata) {
    if (entry.key != "tracegate.dialect") continue;
    throw ReadError(fmt::format("is of the dialect `{}`, which this tracegate does not read; it reads {}",
                                shorten(escape_bytes(entry.value)), fmt::join(dialects_read(), ", ")));
  }
  throw ReadError(
      fmt::format("{}, which is not read yet; export the live model with tracegate_export (dialect `module/1`)", probe.kind(header)));
}

}  // namespace tracegate::ir
