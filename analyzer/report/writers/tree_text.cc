#include "analyzer/report/writers/tree_text.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "analyzer/report/writers/tree_words.h"

namespace tracegate::analyzer {
namespace {

// Below this depth lines tell their depth instead of being indented further: a chain of thousands would make the text quadratic.
constexpr std::size_t kMostIndent = 32;

class Writer {
 public:
  explicit Writer(const ModuleTree& tree) : tree_(tree), last_(tree.nodes.size(), kNoNode) {
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      if (tree.nodes[i].parent != kNoNode) last_[tree.nodes[i].parent] = i;
    }
  }

  std::string write(const std::string& title) {
    out_ = title + "\n";
    if (!tree_.nodes.empty()) out_ += '\n';
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      close(tree_.nodes[i].depth);
      node(i);
    }
    close(0);
    if (!tree_.around.empty()) out_ += '\n';
    for (const TreeAround& one : tree_.around) out_ += fmt::format("the {}  <- {}\n", one.what, marks_in_words(one.marks));
    const std::vector<std::string> notes = not_shown(tree_);
    if (!notes.empty()) out_ += '\n';
    for (const std::string& note : notes) out_ += note + "\n";
    return std::move(out_);
  }

 private:
  // Ends the open nodes from `depth` on; those that were cut say so behind their last child.
  void close(std::size_t depth) {
    for (; open_.size() > depth; open_.pop_back()) {
      const std::size_t cut = tree_.nodes[open_.back()].left_out;
      if (cut > 0) out_ += fmt::format("{}... {}\n", indent(open_.size(), true), left_out(cut));
    }
  }

  void node(std::size_t index) {
    const TreeNode& node = tree_.nodes[index];
    const bool last = node.parent == kNoNode || (last_[node.parent] == index && tree_.nodes[node.parent].left_out == 0);
    std::string line = indent(node.depth, last) + node.name + "  " + node.type;
    for (const std::string& note : node_notes(tree_, node)) line += "  " + note;
    if (!node.marks.empty()) line += "  <- " + marks_in_words(node.marks);
    out_ += line + "\n";
    open_.push_back(index);
    ends_.resize(open_.size());
    ends_.back() = last;
  }

  std::string indent(std::size_t depth, bool last) const {
    if (depth > kMostIndent) return fmt::format("[depth {}] ", depth);
    std::string text;
    for (std::size_t i = 1; i < depth; ++i) text += ends_[i] ? "   " : "│  ";
    if (depth > 0) text += last ? "└─ " : "├─ ";
    return text;
  }

  const ModuleTree& tree_;
  std::vector<std::size_t> last_;  // the last child of each node
  std::vector<std::size_t> open_;  // the way from the root, by depth
  std::vector<bool> ends_;         // which of them are the last of their siblings
  std::string out_;
};

}  // namespace

std::string write_tree_text(const std::string& title, const ModuleTree& tree) { return Writer(tree).write(title); }

}  // namespace tracegate::analyzer
