// "Did you mean": the names nearest to one that is not known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tracegate::ir {

// Up to five candidates at most two edits away (an insertion, a removal or a replacement of one byte each), nearest first, then in their
// order.
std::vector<std::string> nearest(std::string_view wanted, const std::vector<std::string>& candidates);

// "; did you mean `a` or `b`?", or nothing: of the nearest, or of the first five of these names.
std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& candidates);
std::string did_you_mean(const std::vector<std::string>& names);

}  // namespace tracegate::ir
