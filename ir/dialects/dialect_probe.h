// Tells files by what their nodes look like: the producer's name is kept by tools that drop what makes the dialect.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ir/onnx/onnx_stream.h"
#include "ir/onnx/source.h"

namespace tracegate::ir {

class DialectProbe {
 public:
  struct Nodes {
    std::uint64_t count = 0;
    bool scoped = false;  // one of them names the module that it came from
    bool named = false;   // one of them is named by the path of its module
  };

  // The source must outlive the probe.
  explicit DialectProbe(const Source& source) : source_(source) {}

  // Walks the nodes when it is called first. Throws ReadError.
  const Nodes& nodes() const;

  // What a file of no dialect that is read is, as the end of "the file ...".
  std::string kind(const OnnxHeader& header) const;

 private:
  const Source& source_;
  mutable std::optional<Nodes> nodes_;
};

}  // namespace tracegate::ir
