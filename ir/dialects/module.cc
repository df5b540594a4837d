#include "ir/dialects/module.h"

#include <string>

#include <fmt/format.h>

#include "ir/dialects/module_declared.h"
#include "ir/dialects/module_link.h"
#include "ir/dialects/module_metadata.h"
#include "ir/dialects/module_objects.h"
#include "ir/dialects/module_records.h"
#include "ir/onnx/digest.h"
#include "ir/text/error.h"
#include "ir/text/escape.h"

namespace tracegate::ir {
namespace {

// Before anything else is read: what follows may trust that no bit of the file was damaged.
void check_digest(const Source& source, const Metadata& metadata) {
  const auto written = metadata.find(kDigestKey);
  if (written == metadata.end()) {
    throw ReadError(fmt::format(
        "metadata `{}` is missing: the file is cut off, or an older tracegate_export wrote it; export the model again", kDigestKey));
  }
  const std::string found = content_digest(source, kDigestKey);
  if (written->second == found) return;
  throw ReadError(
      fmt::format("metadata `{}` is `{}`, but the content of the file gives `{}`: it is damaged or was edited; export the model again",
                  kDigestKey, shorten(escape_bytes(written->second)), found));
}

}  // namespace

bool is_module_dialect(const OnnxHeader& header, const DialectProbe&) {
  for (const auto& entry : header.metadata) {
    if (entry.key == "tracegate.dialect") return entry.value == "module/1";
  }
  return false;
}

ModuleGraph read_module_dialect(const Source& source, const OnnxHeader& header) {
  const Metadata metadata = own_metadata(header);
  check_digest(source, metadata);
  ModuleNodes nodes;
  walk_onnx_nodes(source, nodes);
  ModuleRecords records = nodes.take();
  ModuleGraph::Parts parts;
  parts.dialect = "module/1";
  link_records(records, parts);
  const Declared declared = read_metadata(metadata, parts);
  check_declared(records, parts, declared);
  check_objects(records, parts);
  return ModuleGraph(std::move(parts));
}

}  // namespace tracegate::ir
