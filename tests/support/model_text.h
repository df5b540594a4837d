// Small models of the dialect `module/1`, written as lines of text.
//
// A test shows the one thing that it is about; everything that a valid file needs besides is filled in. One line is one node or one
// metadata entry:
//
//   C0 pkg.mod.Model: is_module=1      a record: its number, a label, its attributes
//   F0: kind="function" module="pkg" name="f" own=1 class_forward=0
//   B0: width="int:8" "@forward"="fn:0"
//   0: c=0 b=0                         an object: its number, its path, "<" and its parent
//   1 layers.0 <0: c=0 children=["a=2"]
//   {op_type: "New" domain: "tracegate" output: "X0"}     any node, as protobuf's text format has it
//   tracegate.reads=width\nheight      metadata, "\n" for a new line
//   -tracegate.chunks                  drops what would be filled in; -own in a node drops an attribute
//
// Values of attributes: 5 is an INT, "a" a STRING, [1,2] INTS, ["a","b"] STRINGS; [] is INTS. In quotes `\` is an
// escape of protobuf's text format. Filled in: a class's module and name from its label, own=1, mro=[], is_module=1, elements=0; metadata
// dialect=module/1, collected with every kind, lists of just the names that the facts use, no globals, chunks=one and ref:0, and the
// digest, which is dropped or replaced like any other entry. Throws std::invalid_argument for a line that is not understood.
#pragma once

#include <string>
#include <string_view>

#include "ir/graph/module_graph.h"

namespace tracegate::test {

// The bytes of the file that `text` describes. What the lines say is not checked: most tests want a file with a fault.
std::string model_bytes(std::string_view text);

// A model with its digest as the last entry of the metadata; one that it holds already is replaced.
std::string with_digest(std::string_view bytes);

// The bytes of any ONNX model, from protobuf's text format of onnx.ModelProto.
std::string onnx_bytes(std::string_view text_format);

// The graph of `model_bytes(text)`. Throws ir::ReadError.
ir::ModuleGraph graph_of(std::string_view text);

// What the reader says of a file that it refuses; "read" where it does not.
std::string read_outcome(std::string_view bytes);

// The whole of a file. Throws std::runtime_error.
std::string file_bytes(const std::string& path);

}  // namespace tracegate::test
