#include "ir/dialects/module.h"

#include "ir/dialects/module_declared.h"
#include "ir/dialects/module_link.h"
#include "ir/dialects/module_metadata.h"
#include "ir/dialects/module_objects.h"
#include "ir/dialects/module_records.h"

namespace tracegate::ir {

ModuleGraph read_module_dialect(const Source& source, const OnnxHeader& header) {
  const Metadata metadata = own_metadata(header);
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
