// A profile that was read and checked: the schema's message, and what an evaluation looks up in it again and again.
//
// Loading refuses everything that could make an evaluation ambiguous: names that resolve to nothing, cycles, empty lists, attributes that
// `reads` does not list. Evaluation code may therefore rely on every reference.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tracegate::rules {

namespace schema {
class Profile;
class Condition;
class Scope;
}  // namespace schema

class Blocking;
struct ShippedProfile;

inline constexpr std::size_t kNone = static_cast<std::size_t>(-1);

class Profile {
 public:
  // `file` names the text in messages. A `base` is looked up among the shipped profiles. Throws
  // UsageError: "FILE:LINE:COLUMN: what", the line of the file and a caret under the column.
  static Profile parse(std::string_view text, const std::string& file);
  // A profile that was read and checked when the program was built and tested.
  static Profile shipped(const ShippedProfile& profile);

  ~Profile();
  Profile(Profile&&) noexcept;
  Profile& operator=(Profile&&) noexcept;

  const schema::Profile& message() const { return *message_; }
  // Names the content, comments and layout left out: "uuid5:" and a name-based UUID (RFC 9562, version 5) of the serialized message.
  std::string digest() const;

  const std::string& id() const;
  std::uint32_t version() const;
  const std::string& title() const;

  std::size_t conditions() const;
  const schema::Condition& condition(std::size_t index) const;
  std::size_t condition_index(std::string_view id) const;
  // Conditions in an order in which each stands behind all that can block it.
  std::span<const std::size_t> order() const { return order_; }
  const Blocking& blocking() const { return *blocking_; }
  // True for scopes whose subjects are judged once for each layer.
  bool per_layer(const schema::Scope& scope) const;

  std::size_t places() const;
  std::size_t place_index(std::string_view id) const;
  std::size_t parent(std::size_t place) const { return parents_[place]; }
  bool place_per_layer(std::size_t place) const { return place_per_layer_[place]; }
  // The places that a scope names: one, or those of a group.
  std::vector<std::size_t> scope_places(const std::string& place, const std::string& group) const;
  // The places whose presence a scope rests on: its own, or the one that it looks below.
  std::vector<std::size_t> scope_places(const schema::Scope& scope) const;

  // True where `found` is `wanted` or one of its aliases.
  bool same_class(std::string_view found, std::string_view wanted) const;

 private:
  Profile();
  void index(const std::string& file);

  std::unique_ptr<schema::Profile> message_;
  std::vector<std::size_t> parents_;
  std::vector<bool> place_per_layer_;
  std::unique_ptr<const Blocking> blocking_;
  std::vector<std::size_t> order_;
};

}  // namespace tracegate::rules
