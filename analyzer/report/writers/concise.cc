#include "analyzer/report/writers/concise.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "analyzer/price/price_words.h"
#include "analyzer/report/writers/group.h"
#include "ir/text/escape.h"

namespace tracegate::analyzer {
namespace {

using rules::Verdict;

// A path is bytes; a line is text.
std::string in_one_line(const std::string& file) { return ir::is_escaped_text(file) ? file : ir::escape_bytes(file); }

class Writer {
 public:
  Writer(const rules::Profile& profile, const ModelEntry& model, const Expected& expected)
      : profile_(profile), report_(*model.gate()), price_(model.price), expected_(expected), file_(in_one_line(model.file)) {}

  std::string write() {
    if (report_.verdict == Verdict::kMatched) {
      matched();
    } else {
      findings(std::nullopt);
      for (std::size_t i = 0; i < report_.classes.size(); ++i) findings(i);
      if (out_.empty()) line("", "open", why_undetermined(), "verdict");
    }
    if (price_) price();
    return std::move(out_);
  }

 private:
  void line(std::string_view path, std::string_view level, std::string_view text, std::string_view id) {
    std::string written = fmt::format("{}:{}{} {}: {} [{}:{}]", file_, path, path.empty() ? "" : ":", level, text, profile_.id(), id);
    // Names and values are escaped where they are read; a line break here would be a line of nobody's.
    const bool broken = std::any_of(written.begin(), written.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    out_ += broken ? ir::escape_bytes(written) : written;
    out_ += '\n';
  }

  void matched() {
    std::string verdict(rules::name(report_.verdict));
    if (report_.extrapolated) verdict += ", extrapolated";
    if (!report_.version_differences.empty()) verdict += ", outside traced versions";
    if (expected_.verdict == Verdict::kMissed) {
      line("", "error", fmt::format("{}, required missed", verdict), "verdict");
    } else {
      out_ += fmt::format("{}: {} [{}]\n", file_, verdict, profile_.id());
    }
    if (!expected_.strict_versions || expected_.verdict == Verdict::kUndetermined) return;
    for (const std::string& difference : report_.version_differences) line("", "error", difference, "traced-versions");
  }

  // What is missed or undetermined in the first layer of a class, or in the model around the layers.
  void findings(std::optional<std::size_t> layer_class) {
    const std::string_view missed = expected_.verdict == Verdict::kMatched ? "error" : "note";
    std::string more;
    if (layer_class && report_.classes[*layer_class].layers.layers.size() > 1) {
      more = fmt::format(" (and {})", plural(report_.classes[*layer_class].layers.layers.size() - 1, "more layer"));
    }
    for (const ConditionReport& condition : report_.conditions) {
      if (condition.support) continue;
      for (const Finding& finding : condition.findings) {
        if (finding.layer_class != layer_class || finding.verdict == Verdict::kBlocked) continue;
        if (layer_class && finding.layer != report_.classes[*layer_class].layers.representative()) continue;
        const std::string slot = finding.slot.empty() ? std::string() : fmt::format(" in slot \"{}\"", finding.slot);
        line(condition.whole ? std::string() : shown_path(report_, finding.path), finding.verdict == Verdict::kMissed ? missed : "open",
             fmt::format("{}{}, required {}{}", finding.found, slot, condition.required, more), condition.id);
      }
    }
  }

  // The verdict of a model without a finding.
  std::string why_undetermined() const {
    if (report_.widths) return std::get<std::string>(*report_.widths);
    return report_.decoder_layers == 0 ? "no decoder layer" : "undetermined";
  }

  void price() {
    const PolicyPrice& asked = price_->policies.back();
    const auto& budget = price_->question.budget;
    if (!asked.refusal.empty()) {
      line("", "open", fmt::format("no price: {}", asked.refusal), "price");
    } else if (budget && !asked.fits(*budget)) {
      line("", "error",
           fmt::format("{} bytes per rank, required at most {}", price::grouped(asked.price->plan_cost), price::grouped(Amount(*budget))),
           "budget");
    }
  }

  const rules::Profile& profile_;
  const GateReport& report_;
  const std::optional<WavePrice>& price_;
  const Expected& expected_;
  const std::string file_;
  std::string out_;
};

}  // namespace

std::string write_concise(const rules::Profile& profile, const std::vector<ModelEntry>& models, const Expected& expected) {
  std::string out;
  for (const ModelEntry& model : models) {
    if (model.gate() != nullptr) out += Writer(profile, model, expected).write();
  }
  return out;
}

std::string concise_error(const std::string& file, std::string_view text) { return fmt::format("{}: error: {}", in_one_line(file), text); }

}  // namespace tracegate::analyzer
