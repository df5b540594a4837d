#include "analyzer/report/writers/check_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "analyzer/report/writers/block_text.h"
#include "analyzer/report/writers/closing_text.h"
#include "analyzer/report/writers/group.h"
#include "analyzer/report/writers/price_text.h"
#include "analyzer/report/writers/words.h"
#include "ir/text/words.h"

namespace tracegate::analyzer {
namespace {

using ir::plural;
using schema::Verdict;

constexpr std::size_t kMostBlocks = 3;     // groups of layer classes spelled out
constexpr int kMostClasses = 12;           // rows of the table of classes
constexpr std::size_t kMostBlocking = 16;  // conditions named before the blocks

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

std::string layers_of(const schema::LayerClass& one) {
  constexpr std::size_t kMostRuns = 5;
  return fmt::format("{}: {}", one.layers_size(), ir::runs({one.layers().begin(), one.layers().end()}, kMostRuns));
}

class Writer {
 public:
  Writer(const schema::ProfileReference& profile, const schema::Model& model, bool hints, Lines& out)
      : profile_(profile), model_(model), hints_(hints), out_(out) {}

  void write() {
    summary();
    blocking();
    blocks();
    for (const MissingFact& missing : group_missing(model_)) missing_lines(model_, missing, out_);
    closing_lines(profile_, model_, out_);
  }

 private:
  void summary() {
    const std::string head = fmt::format("{}  {}  {}", verdict_words(model_), profile_.id(), model_.file());
    const std::string size = model_.decoder_layers() == 0 ? std::string("no decoder layer")
                                                          : fmt::format("{} in {}", plural(model_.decoder_layers(), "decoder layer"),
                                                                        plural(model_.classes_size(), "class", "classes"));
    out_.add(fmt::format("{:<64}  {}", head, size));
    if (model_.classes_size() > 0) table();
    out_.add();
  }

  void table() {
    const std::string title = profile_.layer_label().empty() ? "label" : profile_.layer_label();
    std::size_t layers = 6, label = title.size();
    for (const schema::LayerClass& one : model_.classes()) {
      layers = std::max(layers, layers_of(one).size());
      label = std::max(label, one.mixer().size());
    }
    out_.add();
    out_.add(fmt::format("  {:<5}  {}  {}  {:<12}  {}", "class", padded("layers", layers), padded(title, label), "verdict", "note"));
    for (int i = 0; i < model_.classes_size(); ++i) {
      if (i == kMostClasses) {
        out_.add(fmt::format("  ... {} more", model_.classes_size() - kMostClasses));
        break;
      }
      const schema::LayerClass& one = model_.classes(i);
      out_.add(fmt::format("  {:<5}  {}  {}  {:<12}  {}", one.id(), padded(layers_of(one), layers), padded(one.mixer(), label),
                           name(one.verdict()), note(one, static_cast<std::size_t>(i))));
    }
  }

  std::string note(const schema::LayerClass& one, std::size_t index) const {
    if (one.verdict() == Verdict::matched) return model_.extrapolated() ? "extrapolated" : "";
    std::size_t conditions = 0;
    for (const schema::Condition& condition : model_.conditions()) {
      conditions += std::any_of(condition.subjects().begin(), condition.subjects().end(), [&](const schema::Subject& subject) {
        return subject.verdict() == one.verdict() && class_of_(subject) == index;
      });
    }
    return conditions == 0 ? "blocked" : plural(conditions, "condition");
  }

  // Each missed condition with how many layers it is missed in.
  void blocking() {
    std::vector<const schema::Condition*> missed;
    for (const schema::Condition& condition : model_.conditions()) {
      if (condition.verdict() == Verdict::missed) missed.push_back(&condition);
    }
    for (std::size_t i = 0; i < missed.size(); ++i) {
      if (i == kMostBlocking) {
        out_.add(fmt::format("  {:<12}... {} more", "", missed.size() - i));
        break;
      }
      out_.add(fmt::format("  {:<12}{:<11}  {}", i == 0 ? "blocking" : "", where(*missed[i]), missed[i]->id()));
    }
    if (!missed.empty()) out_.add();
  }

  static std::string where(const schema::Condition& condition) {
    std::vector<std::uint64_t> layers;
    for (const schema::Subject& subject : condition.subjects()) {
      if (subject.verdict() != Verdict::missed) continue;
      if (!subject.has_layer()) return condition.about() == schema::Condition::run ? "the run" : "the model";
      if (layers.empty() || layers.back() != subject.layer()) layers.push_back(subject.layer());
    }
    return plural(layers.size(), "layer");
  }

  void blocks() {
    const std::vector<Block> all = group_findings(model_);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i == kMostBlocks) {
        out_.add(fmt::format("... {} more groups of layers that miss something; --format json lists all", all.size() - i));
        out_.add();
        return;
      }
      block_lines(profile_, model_, all[i], hints_, out_);
    }
  }

  const schema::ProfileReference& profile_;
  const schema::Model& model_;
  const ClassOfLayer class_of_{model_};
  const bool hints_;
  Lines& out_;
};

}  // namespace

void model_lines(const schema::ProfileReference& profile, const schema::Model& model, bool hints, Lines& out) {
  Writer(profile, model, hints, out).write();
}

std::string write_check_text(const schema::Report& report) {
  Lines out;
  bool first = true;
  for (const schema::Model& model : report.models()) {
    if (!first) out.add();
    first = false;
    if (model.has_error()) {
      out.add(fmt::format("error  {}  {}", model.file(), model.error()));
      continue;
    }
    model_lines(report.profile(), model, true, out);
    if (!model.has_price()) continue;
    out.add();
    price_lines(model.price(), out);
  }
  return out.take();
}

}  // namespace tracegate::analyzer
