// Each distinct text once, by number.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tracegate::ir {

using StringId = std::uint32_t;
inline constexpr StringId kNoString = 0xFFFFFFFF;

class Strings {
 public:
  Strings() = default;
  Strings(Strings&&) = default;
  Strings& operator=(Strings&&) = default;
  // The copy's views are of its own texts.
  Strings(const Strings& other) : texts_(other.texts_) {
    for (StringId id = 0; id < texts_.size(); ++id) ids_.emplace(texts_[id], id);
  }

  StringId intern(std::string_view text) {
    const auto found = ids_.find(text);
    if (found != ids_.end()) return found->second;
    const auto id = static_cast<StringId>(texts_.size());
    texts_.emplace_back(text);  // a deque does not move its elements, so the views of the map stay good
    ids_.emplace(texts_.back(), id);
    return id;
  }

  // kNoString where the text does not occur.
  StringId find(std::string_view text) const {
    const auto found = ids_.find(text);
    return found == ids_.end() ? kNoString : found->second;
  }

  std::string_view text(StringId id) const { return texts_[id]; }
  std::size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, StringId> ids_;
};

}  // namespace tracegate::ir
