#include "analyzer/report/writers/why_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analyzer/report/writers/check_text.h"
#include "analyzer/report/writers/words.h"
#include "ir/text/words.h"

namespace tracegate::analyzer {
namespace {

using schema::Verdict;

constexpr int kMostDifferences = 6;
constexpr int kMostChanges = 12;
constexpr int kMostClasses = 3;

class Writer {
 public:
  Writer(const schema::Model& model, Lines& out) : explanation_(model.explanation()), model_(model), out_(out) {}

  void write() {
    likely();
    differences();
    changes();
    without();
    money();
    more();
  }

 private:
  void likely() {
    if (!explanation_.has_likely_layers()) return;
    const schema::LikelyLayers& layers = explanation_.likely_layers();
    const std::string path = layers.path().empty() ? "(model)" : layers.path();
    out_.add(fmt::format("  looks like  {}: {} x {}", path, layers.count(), layers.class_()));
    if (layers.parts_size() > 0) out_.add(fmt::format("              of {}", fmt::join(layers.parts(), ", ")));
    if (!layers.required().empty()) out_.add(fmt::format("              a decoder layer is {}", layers.required()));
  }

  // The class that a layer is the first of.
  const schema::LayerClass& class_of(std::uint64_t layer) const {
    const auto found = std::find_if(model_.classes().begin(), model_.classes().end(),
                                    [&](const schema::LayerClass& one) { return one.layers(0) == layer; });
    return found == model_.classes().end() ? schema::LayerClass::default_instance() : *found;
  }

  void differences() {
    for (int k = 0; k < explanation_.differences_size(); ++k) {
      if (k == kMostClasses) {
        out_.add(fmt::format("  nearest     ... {} more classes that do not match", explanation_.differences_size() - kMostClasses));
        break;
      }
      const schema::LayerDifference& difference = explanation_.differences(k);
      const schema::LayerClass &here = class_of(difference.layer()), &there = class_of(difference.nearest());
      out_.add(fmt::format("  nearest     {} (class {}) against {} (class {}, matched): {}", shown_path(model_, here.path()), here.id(),
                           shown_path(model_, there.path()), there.id(),
                           ir::plural(static_cast<std::uint64_t>(difference.lines_size()), "difference")));
      for (int i = 0; i < difference.lines_size(); ++i) {
        if (i == kMostDifferences) {
          out_.add(fmt::format("                ... {} more", difference.lines_size() - i));
          break;
        }
        out_.add("                " + difference.lines(i));
      }
    }
  }

  // a, b, ..., z, aa, ...
  static std::string letter(std::size_t index) {
    std::string text;
    for (++index; index > 0; index = (index - 1) / 26) text.insert(text.begin(), static_cast<char>('a' + (index - 1) % 26));
    return text;
  }

  void changes() {
    for (int i = 0; i < explanation_.change_sets_size(); ++i) {
      const schema::ChangeSet& set = explanation_.change_sets(i);
      const int size = set.changes_size();
      out_.add(fmt::format("  {:<10}  {} (checked by judging again)", i == 0 ? "change" : "or",
                           size == 1 ? "this opens the gate" : fmt::format("these {} together open the gate", size)));
      for (int k = 0; k < size; ++k) {
        if (k == kMostChanges) {
          out_.add(fmt::format("                ... {} more; --format json lists all", size - k));
          break;
        }
        const schema::Change& change = set.changes(k);
        const std::string more = change.objects() > 1 ? fmt::format(" and at {} more", change.objects() - 1) : "";
        const std::string now = change.now().empty() ? "" : fmt::format(" ({})", change.now());
        out_.add(fmt::format("                {}  {:<6}  {}{}: {}{}", letter(static_cast<std::size_t>(k)), change.kind(),
                             shown_path(model_, change.path()), more, change.text(), now));
      }
    }
    if (explanation_.capped()) out_.add("              more alternatives exist");
  }

  // Conditions without a change, those for one reason together.
  void without() {
    constexpr std::size_t kMostIds = 6;
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    for (const schema::WithoutChange& none : explanation_.without_change()) {
      auto known = std::find_if(reasons.begin(), reasons.end(), [&](const auto& one) { return one.first == none.why(); });
      if (known == reasons.end()) known = reasons.insert(reasons.end(), {none.why(), {}});
      known->second.push_back(none.id());
    }
    for (const auto& [why, ids] : reasons) out_.add(fmt::format("  no remedy   {}: {}", ir::some_of(ids, kMostIds), why));
  }

  void money() {
    if (!explanation_.has_gradient_row() || model_.verdict() == Verdict::matched) return;
    const schema::GradientRow& row = explanation_.gradient_row();
    const std::int64_t difference = row.now_bytes() - row.if_matched_bytes();
    out_.add(
        fmt::format("  price       now         {:>10} per gradient row: {} input gradients", ir::in_units(row.now_bytes()), row.layers()));
    out_.add(fmt::format("              if matched  {:>10} per gradient row: stage of the MLP, residual and norm, one input gradient",
                         ir::in_units(row.if_matched_bytes())));
    out_.add(fmt::format(
        "              a match {} {} per gradient row, and takes {} once; before outputs and the 1.10; tracegate price prices a wave",
        difference >= 0 ? "saves" : "costs", ir::in_units(difference >= 0 ? difference : -difference),
        ir::in_units(explanation_.gradient_row().once_bytes())));
  }

  void more() {
    for (const schema::Condition& condition : model_.conditions()) {
      if (condition.subjects().empty()) continue;
      out_.add(fmt::format("  more        tracegate explain {}", condition.id()));
      return;
    }
  }

  const schema::Explanation& explanation_;
  const schema::Model& model_;
  Lines& out_;
};

}  // namespace

std::string write_why_text(const schema::Report& report) {
  Lines out;
  for (const schema::Model& model : report.models()) {
    const schema::Explanation& explanation = model.explanation();
    if (explanation.tried_size() > 0) {
      out.add(fmt::format("the file itself: {}", name(explanation.file_verdict())));
      for (const std::string& tried : explanation.tried()) out.add(fmt::format("what if  {}", tried));
      out.add("what follows is of the edited facts, not of the file");
      out.add();
    }
    model_lines(report.profile(), model, false, out);
    Writer(model, out).write();
  }
  return out.take();
}

}  // namespace tracegate::analyzer
