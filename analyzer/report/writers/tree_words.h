// What the pictures of a module tree say in words, whatever their language.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/report/report.pb.h"

namespace tracegate::analyzer {

using Marks = google::protobuf::RepeatedPtrField<schema::TreeMark>;

// "missed  dense-cp2-seed  model.onnx  4 decoder layers in 3 classes, 138 modules".
std::string tree_title(const schema::Report& report);

// What a node says besides its name and class: "48 layers, class A, GatedDeltaNet, matched", "16 equal", "= decoder.shared, above".
std::vector<std::string> node_notes(const schema::Model& model, const schema::TreeNode& node);

// "missed mlp/type, mlp/fc1 (at config); undetermined ..."; empty without marks.
std::string marks_in_words(const Marks& marks);

// The verdict that colours a node: of its marks and its layer class. None where it says nothing.
std::optional<schema::Verdict::Value> node_verdict(const schema::Model& model, const schema::TreeNode& node);
std::optional<schema::Verdict::Value> verdict_of(const Marks& marks);

// "12 more modules"
std::string left_out(std::uint64_t modules);
// What is not shown, for the end: of the cut, of other chunks. A line each.
std::vector<std::string> not_shown(const schema::ModuleTree& tree);

// Names for the nodes, made of the paths: "n" and 16 digits, each once.
std::vector<std::string> node_ids(const schema::ModuleTree& tree);

}  // namespace tracegate::analyzer
