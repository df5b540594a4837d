#include "rules/evaluate/misses.h"

namespace tracegate::rules {
namespace {

constexpr int kAnySlot = kUnnamedSlot - 1;

std::uint64_t key(std::uint64_t thing, int slot) { return thing << 32 | static_cast<std::uint32_t>(slot); }

}  // namespace

void Misses::add(std::size_t condition, ir::Vertex vertex, std::size_t place, int slot) {
  if (of_.size() <= condition) of_.resize(condition + 1);
  if (vertex != ir::kNoVertex) of_[condition].vertices.insert(key(vertex, slot));
  if (place == kNone) return;
  of_[condition].places.insert(key(place, slot));
  of_[condition].places.insert(key(place, kAnySlot));
}

bool Misses::at_place(std::size_t condition, std::size_t place) const {
  const OfCondition* misses = of(condition);
  return misses != nullptr && misses->places.contains(key(place, kAnySlot));
}

bool Misses::about(std::size_t condition, const Subject& subject, bool by_slot) const {
  const OfCondition* misses = of(condition);
  if (misses == nullptr) return false;
  const ir::Vertex vertex = subject.at.vertex();
  if (vertex == ir::kNoVertex && subject.place == kNone) return false;
  const Keys& keys = vertex != ir::kNoVertex ? misses->vertices : misses->places;
  const std::uint64_t thing = vertex != ir::kNoVertex ? vertex : subject.place;
  return keys.contains(key(thing, subject.slot)) || (!by_slot && keys.contains(key(thing, kUnnamedSlot)));
}

const Misses::OfCondition* Misses::of(std::size_t condition) const { return condition < of_.size() ? &of_[condition] : nullptr; }

}  // namespace tracegate::rules
