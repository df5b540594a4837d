// The metadata of a `module/1` file: what was collected, the chunks, the run.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "ir/graph/module_graph.h"
#include "ir/onnx/onnx_stream.h"

namespace tracegate::ir {

using Metadata = std::map<std::string, std::string>;

inline constexpr const char* kDigestKey = "tracegate.digest";

// The entries whose keys begin with `tracegate.`. Throws ReadError for one that is not known or there twice.
Metadata own_metadata(const OnnxHeader& header);

// What the metadata says about the facts of the file, besides what `Collected` keeps of it.
struct Declared {
  std::set<std::string, std::less<>> kinds;  // as `tracegate.collected` names them
  std::set<StringId> marks;                  // "?ON" of each `ON>NAME`
  std::map<StringId, std::string> fields;    // of each table, separated by spaces
};

// Fills in what the metadata tells. The records must be in `parts` already: values refer to them. Throws ReadError.
Declared read_metadata(const Metadata& metadata, ModuleGraph::Parts& parts);

}  // namespace tracegate::ir
