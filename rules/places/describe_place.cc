#include "rules/places/describe_place.h"

#include <fmt/format.h>

#include "rules/language/rule.pb.h"

namespace tracegate::rules {
namespace {

constexpr std::string_view kThe = "the ";

const schema::Place& place_at(const Profile& profile, std::size_t place) { return profile.message().place(static_cast<int>(place)); }

bool is_layer(const Profile& profile, std::size_t place) { return place_at(profile, place).id() == profile.message().layers().place(); }

const std::string& layer_title(const Profile& profile) {
  return place_at(profile, profile.place_index(profile.message().layers().place())).title();
}

}  // namespace

std::string describe_place(const Profile& profile, std::size_t place) {
  const std::string& title = place_at(profile, place).title();
  return title.starts_with(kThe) ? title : std::string(kThe) + title;
}

std::string describe_places(const Profile& profile, std::size_t place) {
  if (is_layer(profile, place)) return "each " + layer_title(profile);
  const std::string text = describe_place(profile, place);
  if (!profile.place_per_layer(place)) return text;
  const bool own_article = place_at(profile, place).title().starts_with(kThe);
  return fmt::format("{}{} each {}", text, own_article ? ", in" : " of", layer_title(profile));
}

std::string describe_same_layer(const Profile& profile, std::size_t place) {
  if (is_layer(profile, place)) return "the same layer";
  const std::string text = describe_place(profile, place);
  if (!profile.place_per_layer(place)) return text;
  return text + (place_at(profile, place).title().starts_with(kThe) ? ", in the same layer" : " of the same layer");
}

}  // namespace tracegate::rules
