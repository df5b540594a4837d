// What is missed or blocked in one context, looked up by subject and by place: it blocks other conditions.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "rules/places/subjects.h"

namespace tracegate::rules {

class Misses {
 public:
  // `vertex` and `place` may each be none.
  void add(std::size_t condition, ir::Vertex vertex, std::size_t place, int slot);

  // The condition is missed at this place, for any slot.
  bool at_place(std::size_t condition, std::size_t place) const;
  // The condition is missed about the very same subject. What is no object is known by its place alone. `by_slot`: the condition is judged
  // for each slot by itself; the result of another condition stands for all slots.
  bool about(std::size_t condition, const Subject& subject, bool by_slot) const;

 private:
  // A vertex or a place, and a slot.
  using Keys = std::unordered_set<std::uint64_t>;
  struct OfCondition {
    Keys vertices;
    Keys places;
  };

  const OfCondition* of(std::size_t condition) const;

  std::vector<OfCondition> of_;  // by condition, as far as one is missed
};

}  // namespace tracegate::rules
