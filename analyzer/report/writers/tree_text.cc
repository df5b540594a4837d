#include "analyzer/report/writers/tree_text.h"

#include <vector>

#include <fmt/format.h>

#include "analyzer/report/writers/tree_words.h"

namespace tracegate::analyzer {
namespace {

// Below this depth lines tell their depth instead of being indented further: a chain of thousands would make the text quadratic.
constexpr std::uint64_t kMostIndent = 32;

class Writer {
 public:
  explicit Writer(const schema::Report& report)
      : report_(report), model_(report.models(0)), tree_(model_.tree()), last_(static_cast<std::size_t>(tree_.nodes_size()), -1) {
    for (int i = 0; i < tree_.nodes_size(); ++i) {
      if (tree_.nodes(i).has_parent()) last_[tree_.nodes(i).parent()] = i;
    }
  }

  std::string write() {
    out_ = tree_title(report_) + "\n";
    if (!tree_.nodes().empty()) out_ += '\n';
    for (int i = 0; i < tree_.nodes_size(); ++i) {
      close(tree_.nodes(i).depth());
      node(i);
    }
    close(0);
    if (!tree_.around().empty()) out_ += '\n';
    for (const schema::TreeAround& one : tree_.around()) out_ += fmt::format("the {}  <- {}\n", one.what(), marks_in_words(one.marks()));
    const std::vector<std::string> notes = not_shown(tree_);
    if (!notes.empty()) out_ += '\n';
    for (const std::string& note : notes) out_ += note + "\n";
    return std::move(out_);
  }

 private:
  // Ends the open nodes from `depth` on; those that were cut say so behind their last child.
  void close(std::uint64_t depth) {
    for (; open_.size() > depth; open_.pop_back()) {
      const std::uint64_t cut = tree_.nodes(open_.back()).left_out();
      if (cut > 0) out_ += fmt::format("{}... {}\n", indent(open_.size(), true), left_out(cut));
    }
  }

  void node(int index) {
    const schema::TreeNode& node = tree_.nodes(index);
    const bool last = !node.has_parent() || (last_[node.parent()] == index && tree_.nodes(static_cast<int>(node.parent())).left_out() == 0);
    std::string line = indent(node.depth(), last) + node.name() + "  " + node.type();
    for (const std::string& note : node_notes(model_, node)) line += "  " + note;
    if (!node.marks().empty()) line += "  <- " + marks_in_words(node.marks());
    out_ += line + "\n";
    open_.push_back(index);
    ends_.resize(open_.size());
    ends_.back() = last;
  }

  std::string indent(std::uint64_t depth, bool last) const {
    if (depth > kMostIndent) return fmt::format("[depth {}] ", depth);
    std::string text;
    for (std::uint64_t i = 1; i < depth; ++i) text += ends_[i] ? "   " : "│  ";
    if (depth > 0) text += last ? "└─ " : "├─ ";
    return text;
  }

  const schema::Report& report_;
  const schema::Model& model_;
  const schema::ModuleTree& tree_;
  std::vector<int> last_;   // the last child of each node
  std::vector<int> open_;   // the way from the root, by depth
  std::vector<bool> ends_;  // which of them are the last of their siblings
  std::string out_;
};

}  // namespace

std::string write_tree_text(const schema::Report& report) { return Writer(report).write(); }

}  // namespace tracegate::analyzer
