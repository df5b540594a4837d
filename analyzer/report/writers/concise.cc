#include "analyzer/report/writers/concise.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "analyzer/report/writers/words.h"
#include "ir/text/escape.h"
#include "ir/text/words.h"

namespace tracegate::analyzer {
namespace {

using schema::Verdict;

std::string_view word(schema::Level::Value level) {
  constexpr std::array<std::string_view, 3> kWords = {"note", "open", "error"};
  return kWords[std::min<std::size_t>(level, kWords.size() - 1)];
}

// A path is bytes; a line is text, whose parts stand behind ": ", so that a name cannot begin with a finding of its own.
std::string in_one_line(const std::string& file) {
  std::string name = ir::one_line(file);
  for (std::size_t at = 0; (at = name.find(": ", at)) != std::string::npos;) name.replace(at, 1, "\\u003a");
  return name;
}

class Writer {
 public:
  Writer(const std::string& profile, const schema::Model& model) : profile_(profile), model_(model) {}

  std::string write() {
    if (model_.verdict() == Verdict::matched) {
      matched();
    } else {
      findings(nullptr);
      for (const schema::LayerClass& layers : model_.classes()) findings(&layers);
    }
    for (const schema::FileFinding& finding : model_.findings()) {
      const std::string required = finding.required().empty() ? "" : ", required " + finding.required();
      line("", finding.level(), finding.found() + required, finding.id());
    }
    return std::move(out_);
  }

 private:
  void line(std::string_view path, schema::Level::Value level, std::string_view text, std::string_view id) {
    std::string written =
        fmt::format("{}:{}{} {}: {} [{}:{}]", in_one_line(model_.file()), path, path.empty() ? "" : ":", word(level), text, profile_, id);
    // Names and values are escaped where they are read; a line break here would be a line of nobody's.
    const bool broken = std::any_of(written.begin(), written.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    out_ += broken ? ir::escape_bytes(written) : written;
    out_ += '\n';
  }

  // One line, where a match is what the caller expects.
  void matched() {
    const bool told = std::any_of(model_.findings().begin(), model_.findings().end(),
                                  [](const schema::FileFinding& finding) { return finding.id() == "verdict"; });
    if (!told) out_ += fmt::format("{}: {} [{}]\n", in_one_line(model_.file()), verdict_words(model_), profile_);
  }

  // What is missed or undetermined in the first layer of a class, or in the model around the layers.
  void findings(const schema::LayerClass* layers) {
    std::string more;
    if (layers != nullptr && layers->layers_size() > 1) {
      more = fmt::format(" (and {})", ir::plural(static_cast<std::uint64_t>(layers->layers_size() - 1), "more layer"));
    }
    for (const schema::Condition& condition : model_.conditions()) {
      for (const schema::Subject& subject : condition.subjects()) {
        const bool here = layers == nullptr ? !subject.has_layer() : subject.has_layer() && subject.layer() == layers->layers(0);
        if (!here || subject.verdict() == Verdict::blocked) continue;
        const std::string slot = subject.slot().empty() ? std::string() : fmt::format(" in slot \"{}\"", subject.slot());
        line(condition.about() == schema::Condition::module ? shown_path(model_, subject.path()) : std::string(), subject.level(),
             fmt::format("{}{}, required {}{}", subject.found(), slot, subject.required(), more), condition.id());
      }
    }
  }

  const std::string& profile_;
  const schema::Model& model_;
  std::string out_;
};

}  // namespace

std::string write_concise(const schema::Report& report) {
  std::string out;
  for (const schema::Model& model : report.models()) {
    if (!model.has_error()) out += Writer(report.profile().id(), model).write();
  }
  return out;
}

std::string concise_error(std::string_view file, std::string_view text) { return fmt::format("{}: error: {}", in_one_line(std::string(file)), text); }

}  // namespace tracegate::analyzer
