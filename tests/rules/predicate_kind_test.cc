// The table of predicates: every kind of the schema has its row, and what it prints is what was read.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include <fmt/format.h>
#include <google/protobuf/text_format.h>

#include "rules/language/shipped.h"
#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules {
namespace {

TEST_CASE("every kind of predicate has one row") {
  const auto* oneof = schema::Predicate::descriptor()->FindOneofByName("kind");
  std::set<int> fields;
  for (const PredicateKind* kind : predicate_kinds()) {
    INFO(kind->field);
    CHECK(fields.insert(kind->field).second);
    CHECK((kind->judge != nullptr));
    CHECK((kind->reads != nullptr));
    CHECK((kind->required != nullptr));
  }
  for (int i = 0; i < oneof->field_count(); ++i) {
    INFO(oneof->field(i)->name());
    CHECK(fields.contains(oneof->field(i)->number()));
  }
  CHECK(fields.size() == static_cast<std::size_t>(oneof->field_count()));
}

// A text of the profile's language in one form: no comments, one blank between words, lists written out.
std::string one_form(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == ' ' || c == '\n') {
      ++at;
    } else if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else if (c == '"') {
      std::size_t end = at + 1;
      while (text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      words.emplace_back(text.substr(at, end + 1 - at));
      at = end + 1;
    } else if (std::string_view("{}[],").find(c) != std::string_view::npos) {
      words.emplace_back(1, c);
      ++at;
    } else {
      const std::size_t end = std::min(text.find_first_of(" \n{}[],\"", at), text.size());
      words.emplace_back(text.substr(at, end - at));
      at = end;
    }
  }
  std::string out, list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "[") {
      list = words[i - 1];
      out.erase(out.size() - list.size() - 1);
    } else if (words[i] == "]") {
      list.clear();
    } else if (words[i] != ",") {
      out += (list.empty() ? "" : list + " ") + words[i] + " ";
    }
  }
  return out;
}

// The text between the braces that open at or behind `at`.
std::string_view block_at(std::string_view text, std::size_t at) {
  const std::size_t open = text.find('{', at);
  std::size_t end = open + 1;
  for (int depth = 1; depth > 0; ++end) {
    if (text[end] == '"') end = text.find('"', end + 1);  // no text of a shipped predicate holds an escaped quote
    depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
  }
  return text.substr(open + 1, end - open - 2);
}

TEST_CASE("predicates print as the textproto that they were read from") {
  std::size_t printed = 0;
  for (const ShippedProfile& shipped : shipped_profiles()) {
    const Profile profile = Profile::shipped(shipped);
    for (std::size_t i = 0; i < profile.conditions(); ++i) {
      const schema::Predicate& predicate = profile.condition(i).predicate();
      const std::string text = textproto(predicate);
      INFO(shipped.id, " ", profile.condition(i).id(), ": ", text);
      schema::Predicate again;
      CHECK(google::protobuf::TextFormat::ParseFromString(text, &again));
      CHECK(textproto(again) == text);
      const std::size_t at = shipped.text.find(fmt::format("id: \"{}\"", profile.condition(i).id()));
      if (at == std::string_view::npos) continue;  // of the profile that this one adds to
      const std::size_t own = shipped.text.find("\n  predicate {", at);
      CHECK(one_form(block_at(shipped.text, own)) == one_form(text));
      ++printed;
    }
  }
  CHECK(printed > 100);
}

}  // namespace
}  // namespace tracegate::rules
