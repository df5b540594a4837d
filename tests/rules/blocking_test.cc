// What blocks a condition, and in which order it is asked: one row a condition.
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "rules/evaluate/misses.h"
#include "rules/language/blocking.h"
#include "rules/language/rule.pb.h"

namespace tracegate::rules {
namespace {

constexpr const char* kProfile = R"(id: "p" version: 1 title: "t"
reads { attribute { follow: true name: ["module", "layers", "thing"] } attribute { name: "width" } }
place { id: "chunk" title: "chunk" chunk: 0 }
place { id: "thing" title: "thing" from: "chunk" attribute: "thing" }
place { id: "layers" title: "layers" from: "chunk" attribute: "layers" }
place { id: "layer" title: "layer" from: "layers" elements: true }
layers { place: "layer" label: "layer" root: "chunk" }
condition { id: "chunk/found" title: "t" because: "b" mark: CODE scope { place: "chunk" } predicate { present {} } }
condition { id: "thing/found" title: "t" because: "b" mark: CODE scope { place: "thing" } predicate { present {} } }
condition { id: "thing/type" title: "t" because: "b" mark: CODE scope { place: "thing" } predicate { exact_class { name: "m.Thing" } } }
condition { id: "thing/advice" title: "t" because: "b" mark: CODE support: true scope { place: "thing" } predicate { present {} } }
condition {
  id: "thing/guarded" title: "t" because: "b" mark: CODE scope { place: "thing" } predicate { value { attribute: "width" is: "int:2" } }
  require { own_guards: true }
}
condition {
  id: "thing/width" title: "t" because: "b" mark: CODE scope { place: "thing" } predicate { value { attribute: "width" is: "int:2" } }
  require { condition: "thing/advice" }
  require { condition: "chunk/found" at: "chunk" }
}
condition {
  id: "tree/width" title: "t" because: "b" mark: CODE scope { tree { below: "thing" } } predicate { value { attribute: "width" is: "int:2" } }
}
condition {
  id: "model/width" title: "t" because: "b" mark: CODE scope { tree {} } predicate { value { attribute: "width" is: "int:2" } }
}
)";

std::string blockers(const Profile& profile, std::string_view condition) {
  constexpr std::array kWords = {"same subject", "at place", "own guard", "absent"};
  std::string out;
  for (const Blocker& blocker : profile.blocking().of(profile.condition_index(condition))) {
    out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", profile.condition(blocker.condition).id(),
                       kWords[static_cast<std::size_t>(blocker.how)]);
    if (blocker.place != kNone) out += " " + profile.message().place(static_cast<int>(blocker.place)).id();
  }
  return out;
}

TEST_CASE("blocking: what a condition requires comes first, then what makes its subject absent, the nearest first") {
  struct Row {
    const char* condition;
    const char* blockers;
  };
  // Of the guards of one place the earlier blocks the later; what only gives advice guards nothing.
  constexpr Row kRows[] = {
      {"chunk/found", ""},
      {"thing/found", "chunk/found: absent chunk"},
      {"thing/type", "thing/found: absent thing, chunk/found: absent chunk"},
      {"thing/advice", "thing/found: absent thing, thing/type: absent thing, chunk/found: absent chunk"},
      {"thing/guarded",
       "thing/found: own guard thing, thing/type: own guard thing, thing/found: absent thing, thing/type: absent thing, "
       "chunk/found: absent chunk"},
      {"thing/width",
       "thing/advice: same subject, chunk/found: at place chunk, thing/found: absent thing, thing/type: absent thing, "
       "chunk/found: absent chunk"},
      {"tree/width", "thing/found: absent thing, thing/type: absent thing, chunk/found: absent chunk"},
      {"model/width", ""},
  };
  const Profile profile = Profile::parse(kProfile, "p");
  for (const Row& row : kRows) {
    INFO(row.condition);
    CHECK(blockers(profile, row.condition) == row.blockers);
  }
}

// A subject: an object (or none), a place (or none), a slot.
Subject subject(ir::Vertex vertex, std::size_t place, int slot) {
  Subject out;
  out.place = place;
  out.slot = slot;
  if (vertex == ir::kNoVertex) return out;
  out.at.state = Located::State::kPresent;
  out.at.value = {ir::ValueKind::kObject, ir::kNoString, vertex};
  return out;
}

TEST_CASE("misses: an object is known by itself, what is none by its place; one without a slot stands for all slots") {
  struct Row {
    const char* name;
    std::size_t condition;
    Subject asked;
    bool by_slot;
    bool about;
  };
  // Condition 1 is missed about object 7 at place 3 in slot 0, about nothing at place 4, and about object 8 without a slot.
  Misses misses;
  misses.add(1, 7, 3, 0);
  misses.add(1, ir::kNoVertex, 4, kUnnamedSlot);
  misses.add(1, 8, kNone, kUnnamedSlot);
  const Row rows[] = {
      {"the same", 1, subject(7, 3, 0), true, true},
      {"another place of the object", 1, subject(7, 5, 0), true, true},
      {"another slot", 1, subject(7, 3, 1), true, false},
      {"another slot, not judged by slot", 1, subject(7, 3, 1), false, false},
      {"without a slot", 1, subject(7, 3, kUnnamedSlot), false, false},
      {"another object at the place", 1, subject(9, 3, 0), true, false},
      {"nothing at the place", 1, subject(ir::kNoVertex, 4, kUnnamedSlot), true, true},
      {"nothing at another place", 1, subject(ir::kNoVertex, 5, kUnnamedSlot), true, false},
      {"nothing at no place", 1, subject(ir::kNoVertex, kNone, kUnnamedSlot), false, false},
      {"an object of any slot", 1, subject(8, kNone, 2), false, true},
      {"an object of any slot, judged by slot", 1, subject(8, kNone, 2), true, false},
      {"another condition", 0, subject(7, 3, 0), true, false},
      {"a condition that is nowhere missed", 2, subject(7, 3, 0), true, false},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(misses.about(row.condition, row.asked, row.by_slot) == row.about);
  }
  CHECK(misses.at_place(1, 3));
  CHECK(misses.at_place(1, 4));
  CHECK(!misses.at_place(1, 5));
  CHECK(!misses.at_place(0, 3));
  CHECK(!misses.at_place(2, 3));
}

}  // namespace
}  // namespace tracegate::rules
