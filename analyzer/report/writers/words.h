// Words that several formats of a report share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/report/report.pb.h"

namespace tracegate::analyzer {

// As the report's JSON has them.
std::string_view name(schema::Verdict::Value verdict);
std::string_view name(schema::Reason::Value reason);
std::string_view name(schema::Policy::Value policy);

// What a report says of a policy; the switches are those of analyzer/price/policy.h.
struct PolicyWords {
  std::string_view name;
  std::string_view without_widths = "the price without widths";  // what is kept where the widths are not used
  bool admission_by_layout = true;
};

const PolicyWords& words_of(schema::Policy::Value policy);

// "matched, extrapolated, outside traced versions"
std::string verdict_words(const schema::Model& model);

// A path as people read it: without the wrappers above the language model.
std::string shown_path(const schema::Model& model, const std::string& path);

// Which class a decoder layer belongs to, as an index.
class ClassOfLayer {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  explicit ClassOfLayer(const schema::Model& model);

  // Of a finding's layer; kNone for findings about the model.
  template <typename Finding>
  std::size_t operator()(const Finding& finding) const {
    return finding.has_layer() && finding.layer() < classes_.size() ? classes_[finding.layer()] : kNone;
  }

 private:
  std::vector<std::size_t> classes_;  // by layer
};

}  // namespace tracegate::analyzer
