// Lines of a text report, none of which ends with a blank.
#pragma once

#include <string>
#include <string_view>

namespace tracegate::analyzer {

class Lines {
 public:
  void add(std::string_view text = {}) {
    while (text.ends_with(' ')) text.remove_suffix(1);
    out_ += text;
    out_ += '\n';
  }

  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace tracegate::analyzer
