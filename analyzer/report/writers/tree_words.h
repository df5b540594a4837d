// What the pictures of a module tree say in words, whatever their language.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/gate/gate.h"
#include "analyzer/tree/module_tree.h"
#include "rules/language/profile.h"

namespace tracegate::analyzer {

// "missed  dense-cp2-seed  model.onnx  4 decoder layers in 3 classes, 138 modules". Escaped: a file may have any name.
std::string tree_title(const rules::Profile& profile, const std::string& file, const GateReport& report, const ModuleTree& tree);

// What a node says besides its name and class: "48 layers, class A, GatedDeltaNet, matched", "16 equal", "= decoder.shared, above".
std::vector<std::string> node_notes(const ModuleTree& tree, const TreeNode& node);

// "missed mlp/type, mlp/fc1 (at config); undetermined ..."; empty without marks.
std::string marks_in_words(const std::vector<TreeMark>& marks);

// The verdict that colours a node: of its marks and its layer class. None where it says nothing.
std::optional<rules::Verdict> node_verdict(const ModuleTree& tree, const TreeNode& node);
std::optional<rules::Verdict> verdict_of(const std::vector<TreeMark>& marks);

// "12 more modules"
std::string left_out(std::size_t modules);
// What is not shown, for the end: of the cut, of other chunks. A line each.
std::vector<std::string> not_shown(const ModuleTree& tree);

// Names for the nodes, made of the paths: "n" and 16 digits, each once.
std::vector<std::string> node_ids(const ModuleTree& tree);

}  // namespace tracegate::analyzer
