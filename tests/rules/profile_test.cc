// Faults of profiles: each with the exact text, place and caret.
#include <doctest/doctest.h>

#include <string>

#include "ir/text/error.h"
#include "rules/language/profile.h"
#include "rules/language/rule.pb.h"

namespace tracegate::rules {
namespace {

// A small profile that is right; rows replace one piece of it.
constexpr const char* kGood = R"(id: "small"
version: 1
title: "a small profile"
reads {
  attribute { follow: true name: ["layers", "mlp"] }
  attribute { name: ["width"] }
  instance: ["forward"]
  hooks: ["_forward_hooks"]
}
place { id: "chunk" title: "chunk" chunk: 0 }
place { id: "layers" title: "layers" from: "chunk" attribute: "layers" }
place { id: "layer" title: "layer" from: "layers" elements: true }
place { id: "mlp" title: "MLP" from: "layer" attribute: "mlp" }
group { id: "sites" title: "site" place: ["mlp"] }
layers { place: "layer" label: "mlp" root: "chunk" }
condition {
  id: "mlp/width"
  scope { place: "mlp" }
  predicate { value { attribute: "width" is: "int:8" } }
  title: "the MLP is 8 wide"
  because: "it was traced so"
  mark: CODE
}
)";

std::string replaced(std::string_view from, std::string_view to) {
  std::string text = kGood;
  const auto at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, std::string(from));
  return text.replace(at, from.size(), to);
}

std::string outcome(const std::string& text) {
  try {
    Profile::parse(text, "p.textproto");
    return "ok";
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST_CASE("a profile that is right") {
  const Profile profile = Profile::parse(kGood, "p.textproto");
  CHECK(profile.id() == "small");
  CHECK(profile.conditions() == 1);
  CHECK(profile.per_layer(profile.condition(0).scope(0)));
  CHECK(profile.place_per_layer(profile.place_index("mlp")));
  CHECK_FALSE(profile.place_per_layer(profile.place_index("layers")));
}

TEST_CASE("the digest names the content, not its layout") {
  const std::string digest = Profile::parse(kGood, "p").digest();
  CHECK(digest.starts_with("uuid5:"));
  CHECK(Profile::parse("# a comment\n" + std::string(kGood), "q").digest() == digest);
  CHECK(Profile::parse(replaced("version: 1", "version: 2"), "p").digest() != digest);
}

TEST_CASE("faults") {
  struct Row {
    std::string name;
    const char* from;
    const char* to;
    const char* text;
  };
  const Row rows[] = {
      {"unknown field", "  title: \"the MLP is 8 wide\"", "  tittle: \"x\"",
       "p.textproto:20:3: message type `Condition` has no field named `tittle`\n"
       "    tittle: \"x\"\n"
       "    ^"},
      {"wrong type", "version: 1", "version: \"one\"",
       "p.textproto:2:10: expected integer, got: `one`\n"
       "  version: \"one\"\n"
       "           ^"},
      {"unknown enum value", "mark: CODE", "mark: GUESS",
       "p.textproto:22:9: unknown enumeration value of `GUESS` for field `mark`\n"
       "    mark: GUESS\n"
       "          ^"},
      {"given twice", "version: 1", "version: 1 version: 2",
       "p.textproto:2:12: non-repeated field `version` is specified multiple times\n"
       "  version: 1 version: 2\n"
       "             ^"},
      {"unspecified enum value", "mark: CODE", "mark: MARK_UNSPECIFIED",
       "p.textproto:22:3: `mark` must be given\n"
       "    mark: MARK_UNSPECIFIED\n"
       "    ^"},
      {"condition without a reason", "  because: \"it was traced so\"\n", "",
       "p.textproto:16:1: `condition` needs `because`\n"
       "  condition {\n"
       "  ^"},
      {"predicate without a kind", "predicate { value { attribute: \"width\" is: \"int:8\" } }", "predicate { }",
       "p.textproto:19:3: `predicate` needs one of: value, present, exact_class, not_instance_of, class_text, is_module, callable_is, "
       "no_hooks, keys_absent, wrapper, delegate, no_shadowed_callables, no_callables, forward_origin, adapter_tensors, "
       "first_parameter, relation, run_equals, chunk_count, non_empty_sequence, global_is, forbidden, all, any, not, has_descendant, "
       "only_children, same_facts\n"
       "    predicate { }\n"
       "    ^"},
      {"unknown place", "scope { place: \"mlp\" }", "scope { place: \"mpl\" }",
       "p.textproto:18:11: no place is named `mpl`; did you mean `mlp`?\n"
       "    scope { place: \"mpl\" }\n"
       "            ^"},
      {"unknown group", "scope { place: \"mlp\" }", "scope { group: \"site\" }",
       "p.textproto:18:11: no group is named `site`; did you mean `sites`?\n"
       "    scope { group: \"site\" }\n"
       "            ^"},
      {"unknown place beside a tree", "scope { place: \"mlp\" }", "scope { tree { below: \"layer\" also: \"mpl\" } }",
       "p.textproto:18:33: no place or group is named `mpl`; did you mean `mlp`?\n"
       "    scope { tree { below: \"layer\" also: \"mpl\" } }\n"
       "                                  ^"},
      {"places beside no tree", "scope { place: \"mlp\" }", "scope { tree { also: \"mlp\" } }",
       "p.textproto:18:3: `also` adds to the tree below one place: it needs `below`\n"
       "    scope { tree { also: \"mlp\" } }\n"
       "    ^"},
      {"attribute that is not read", "attribute: \"width\"", "attribute: \"widht\"",
       "p.textproto:19:23: no attribute or table under `reads` is named `widht`; did you mean `width`?\n"
       "    predicate { value { attribute: \"widht\" is: \"int:8\" } }\n"
       "                        ^"},
      {"value without a type", "is: \"int:8\"", "is: \"8\"",
       "p.textproto:19:42: `8` is no typed value, such as \"bool:True\", \"int:1\", \"str:full\" or \"none:\"\n"
       "    predicate { value { attribute: \"width\" is: \"8\" } }\n"
       "                                           ^"},
      {"place on a place below it", "from: \"layers\" elements", "from: \"mlp\" elements",
       "p.textproto:12:36: place `layer` stands on `mlp`, which is not above it\n"
       "  place { id: \"layer\" title: \"layer\" from: \"mlp\" elements: true }\n"
       "                                     ^"},
      {"place twice", "place { id: \"mlp\"", "place { id: \"layer\"",
       "p.textproto:13:9: place `layer` is there twice\n"
       "  place { id: \"layer\" title: \"MLP\" from: \"layer\" attribute: \"mlp\" }\n"
       "          ^"},
      {"requirement without a name", "  mark: CODE", "  require { }\n  mark: CODE",
       "p.textproto:22:3: `require` names a `condition`, or says `own_guards`: one of the two\n"
       "    require { }\n"
       "    ^"},
      {"unknown required condition", "  mark: CODE", "  require { condition: \"mlp/with\" }\n  mark: CODE",
       "p.textproto:22:13: no condition is named `mlp/with`; did you mean `mlp/width`?\n"
       "    require { condition: \"mlp/with\" }\n"
       "              ^"},
      {"circle", "  mark: CODE", "  require { condition: \"mlp/width\" }\n  mark: CODE",
       "p.textproto: conditions block each other in a circle: see their `require`"},
      {"no version", "version: 1\n", "", "p.textproto:1:1: `profile` needs `version`, from 1\n  id: \"small\"\n  ^"},
      {"title that is not UTF-8", "a small profile", "a \\377 profile",
       "p.textproto:3:1: `title` holds a control character, or is not UTF-8\n"
       "  title: \"a \\\\377 profile\"\n"
       "  ^"},
      {"reason with a new line", "it was traced so", "it was\\ntraced so",
       "p.textproto:21:3: `because` holds a control character, or is not UTF-8\n"
       "    because: \"it was\\\\ntraced so\"\n"
       "    ^"},
      {"tab before the fault", "  mark: CODE", "\tmark: GUESS",
       "p.textproto:22:15: unknown enumeration value of `GUESS` for field `mark`\n"
       "          mark: GUESS\n"
       "                ^"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(outcome(replaced(row.from, row.to)) == row.text);
  }
}

constexpr const char* kNote = R"(note {
  id: "note/wide"
  scope { tree { without: "layers" } }
  predicate { same_facts { place: "mlp" } }
  title: "a wide module"
  because: "wide is slow"
}
)";

TEST_CASE("faults of notes") {
  struct Row {
    std::string name;
    const char* from;
    const char* to;
    const char* text;
  };
  const Row rows[] = {
      {"right", "note/wide", "note/wide", "ok"},
      {"no reason", "  because: \"wide is slow\"\n", "",
       "p.textproto:24:1: `note` needs `because`\n"
       "  note {\n"
       "  ^"},
      {"a mark", "  title", "  mark: CODE title",
       "p.textproto:28:3: message type `Note` has no field named `mark`\n"
       "    mark: CODE title: \"a wide module\"\n"
       "    ^"},
      {"unknown place to leave out", "without: \"layers\"", "without: \"layer s\"",
       "p.textproto:26:18: no place or group is named `layer s`; did you mean `layers` or `layer`?\n"
       "    scope { tree { without: \"layer s\" } }\n"
       "                   ^"},
      {"unknown place to compare with", "place: \"mlp\"", "place: \"mpl\"",
       "p.textproto:27:28: no place is named `mpl`; did you mean `mlp`?\n"
       "    predicate { same_facts { place: \"mpl\" } }\n"
       "                             ^"},
      {"nothing to compare with", "place: \"mlp\"", "",
       "p.textproto:27:15: `same_facts` needs `place`\n"
       "    predicate { same_facts {  } }\n"
       "                ^"},
      {"places beside no tree", "without: \"layers\"", "also: \"mlp\"",
       "p.textproto:26:3: `also` adds to the tree below one place: it needs `below`\n"
       "    scope { tree { also: \"mlp\" } }\n"
       "    ^"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    std::string note = kNote;
    const auto at = note.find(row.from);
    REQUIRE(at != std::string::npos);
    CHECK(outcome(kGood + note.replace(at, std::string(row.from).size(), row.to)) == row.text);
  }
  CHECK(outcome(kGood + std::string(kNote) + kNote) ==
        "p.textproto:32:3: note `note/wide` is there twice\n"
        "    id: \"note/wide\"\n"
        "    ^");
}

// What a profile needs besides to be a part of prices.
constexpr const char* kPricing = R"(trait { id: "linear" place: "mlp" class: "pkg.Linear" otherwise: "no linear layer" }
symbol { id: "F" title: "width" largest_attribute { place: "mlp" attribute: "width" } }
pricing {
  policy: "traced"
  fact { symbol: "hidden_size" place: "chunk" attribute: "width" otherwise: "int:8" }
  ffn_hidden_size: "F"
  linear_layer: "linear"
  dense_condition: "mlp/width"
  checkpoint_condition: "mlp/width"
  layout_condition: "mlp/width"
  wrapped_condition: "mlp/width"
  context_parallel: 2
  gradient_width: "gradient"
  no_grad_width: "no-grad"
}
width { id: "gradient" title: "gradient" element_bytes: 2 term { times: 7 symbol: "F" } }
width { id: "no-grad" title: "no-grad" element_bytes: 2 term { times: 6 symbol: "F" } }
)";

TEST_CASE("faults of pricing") {
  struct Row {
    std::string name;
    const char* from;
    const char* to;
    const char* text;
  };
  const Row rows[] = {
      {"right", "\"int:8\"", "\"int:8\"", "ok"},
      {"policy without widths", "\"traced\"", "\"today\"",
       "p.textproto:27:3: no price policy with widths is named `today`\n"
       "    policy: \"today\"\n"
       "    ^"},
      {"no policy", "  policy: \"traced\"\n", "",
       "p.textproto:26:1: `pricing` needs `policy`\n"
       "  pricing {\n"
       "  ^"},
      {"no fact", "  fact { symbol: \"hidden_size\" place: \"chunk\" attribute: \"width\" otherwise: \"int:8\" }\n", "",
       "p.textproto:26:1: `pricing` needs `fact`\n"
       "  pricing {\n"
       "  ^"},
      {"unknown symbol of the geometry", "\"hidden_size\"", "\"hiden_size\"",
       "p.textproto:28:10: no symbol of a model's geometry is named `hiden_size`; did you mean `hidden_size`?\n"
       "    fact { symbol: \"hiden_size\" place: \"chunk\" attribute: \"width\" otherwise: \"int:8\" }\n"
       "           ^"},
      {"unknown place of a fact", "\"chunk\" attribute", "\"chonk\" attribute",
       "p.textproto:28:32: no place is named `chonk`; did you mean `chunk`?\n"
       "    fact { symbol: \"hidden_size\" place: \"chonk\" attribute: \"width\" otherwise: \"int:8\" }\n"
       "                                 ^"},
      {"place of each layer", "\"chunk\" attribute", "\"mlp\" attribute",
       "p.textproto:28:32: a fact stands at a place of the model; `mlp` is one of each layer\n"
       "    fact { symbol: \"hidden_size\" place: \"mlp\" attribute: \"width\" otherwise: \"int:8\" }\n"
       "                                 ^"},
      {"attribute of a fact that is not read", "\"width\" otherwise", "\"widht\" otherwise",
       "p.textproto:28:47: no attribute or table under `reads` is named `widht`; did you mean `width`?\n"
       "    fact { symbol: \"hidden_size\" place: \"chunk\" attribute: \"widht\" otherwise: \"int:8\" }\n"
       "                                                ^"},
      {"untyped value", "\"int:8\"", "\"8\"",
       "p.textproto:28:66: `8` is no typed value, such as \"bool:True\", \"int:1\", \"str:full\" or \"none:\"\n"
       "    fact { symbol: \"hidden_size\" place: \"chunk\" attribute: \"width\" otherwise: \"8\" }\n"
       "                                                                   ^"},
      {"one symbol twice", "  ffn_hidden_size",
       "  fact { symbol: \"hidden_size\" place: \"chunk\" attribute: \"width\" }\n  ffn_hidden_size",
       "p.textproto:29:10: fact `hidden_size` is there twice\n"
       "    fact { symbol: \"hidden_size\" place: \"chunk\" attribute: \"width\" }\n"
       "           ^"},
      {"unknown symbol of the profile", "ffn_hidden_size: \"F\"", "ffn_hidden_size: \"G\"",
       "p.textproto:29:3: no symbol is named `G`; did you mean `F`?\n"
       "    ffn_hidden_size: \"G\"\n"
       "    ^"},
      {"unknown trait", "linear_layer: \"linear\"", "linear_layer: \"liner\"",
       "p.textproto:30:3: no trait is named `liner`; did you mean `linear`?\n"
       "    linear_layer: \"liner\"\n"
       "    ^"},
      {"unknown dense condition", "dense_condition: \"mlp/width\"", "dense_condition: \"mlp/with\"",
       "p.textproto:31:3: no condition is named `mlp/with`; did you mean `mlp/width`?\n"
       "    dense_condition: \"mlp/with\"\n"
       "    ^"},
      {"unknown checkpoint condition", "checkpoint_condition: \"mlp/width\"", "checkpoint_condition: [\"mlp/width\", \"mlp/with\"]",
       "p.textproto:32:3: no condition is named `mlp/with`; did you mean `mlp/width`?\n"
       "    checkpoint_condition: [\"mlp/width\", \"mlp/with\"]\n"
       "    ^"},
      {"no layout condition", "  layout_condition: \"mlp/width\"\n", "",
       "p.textproto:26:1: `pricing` needs `layout_condition`\n"
       "  pricing {\n"
       "  ^"},
      {"no ranks", "  context_parallel: 2\n", "",
       "p.textproto:26:1: `pricing` needs `context_parallel`\n"
       "  pricing {\n"
       "  ^"},
      {"unknown width", "gradient_width: \"gradient\"", "gradient_width: \"gradent\"",
       "p.textproto:36:3: no width is named `gradent`; did you mean `gradient`?\n"
       "    gradient_width: \"gradent\"\n"
       "    ^"},
      {"no width of a row without backward", "  no_grad_width: \"no-grad\"\n", "",
       "p.textproto:26:1: `pricing` needs `no_grad_width`\n"
       "  pricing {\n"
       "  ^"},
      {"unknown wrapped condition", "wrapped_condition: \"mlp/width\"", "wrapped_condition: \"mlp/with\"",
       "p.textproto:34:3: no condition is named `mlp/with`; did you mean `mlp/width`?\n"
       "    wrapped_condition: \"mlp/with\"\n"
       "    ^"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    std::string pricing = kPricing;
    const auto at = pricing.find(row.from);
    REQUIRE(at != std::string::npos);
    CHECK(outcome(kGood + pricing.replace(at, std::string(row.from).size(), row.to)) == row.text);
  }
}

TEST_CASE("texts that are no profile") {
  struct Row {
    std::string name;
    std::string text;
    const char* outcome;
  };
  const Row rows[] = {
      {"empty", "", "p.textproto:1:1: `profile` needs `id`\n  \n  ^"},
      {"comments only", "# nothing\n", "p.textproto:1:1: `profile` needs `id`\n  # nothing\n  ^"},
      {"no text format", "hello", "p.textproto:1:1: message type `Profile` has no field named `hello`\n  hello\n  ^"},
      {"open message", "place {", "p.textproto:1:8: expected identifier, got: \n  place {\n         ^"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(outcome(row.text) == row.outcome);
  }
}

TEST_CASE("a profile that adds to a shipped one") {
  struct Row {
    std::string name;
    const char* text;
    const char* outcome;
  };
  const Row rows[] = {
      {"nothing but a name", "id: \"p\" version: 1 title: \"t\" base: \"dense-cp2-seed\"", "ok"},
      {"unknown base", "id: \"p\" version: 1\nbase: \"dense-cp2-sed\"",
       "p.textproto:2:1: no other shipped profile is named `dense-cp2-sed`; did you mean `dense-cp2-seed`?\n"
       "  base: \"dense-cp2-sed\"\n"
       "  ^"},
      {"itself", "id: \"dense-cp2-seed\" version: 1\nbase: \"dense-cp2-seed\"",
       "p.textproto:2:1: no other shipped profile is named `dense-cp2-seed`\n"
       "  base: \"dense-cp2-seed\"\n"
       "  ^"},
      {"another policy", "id: \"p\" version: 1 title: \"t\" base: \"dense-cp2-seed\" pricing { policy: \"later\" }", "ok"},
      {"a fact that the base has",
       "id: \"p\" version: 1 title: \"t\" base: \"dense-cp2-seed\"\n"
       "pricing { fact { symbol: \"clamp\" place: \"decoder_config\" attribute: \"fp8\" } }",
       "p.textproto:2:18: fact `clamp` is there twice\n"
       "  pricing { fact { symbol: \"clamp\" place: \"decoder_config\" attribute: \"fp8\" } }\n"
       "                   ^"},
      {"symbols without the F of the base",
       "id: \"p\" version: 1 title: \"t\" base: \"dense-cp2-seed\" symbol { id: \"R\" title: \"ranks\" largest_rank_sum { } }",
       "p.textproto:1:1: no symbol is named `F`; did you mean `R`?\n"
       "  id: \"p\" version: 1 title: \"t\" base: \"dense-cp2-seed\" symbol { id: \"R\" title: \"ranks\" largest_rank_sum { } }\n"
       "  ^"},
      {"a condition that the base has", "id: \"p\" version: 1 title: \"t\" base: \"dense-cp2-seed\"\ncondition { id: \"mlp/type\" }",
       "p.textproto:2:13: condition `mlp/type` is there twice\n"
       "  condition { id: \"mlp/type\" }\n"
       "              ^"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(outcome(row.text) == row.outcome);
  }
  const Profile base = Profile::parse("id: \"p\" version: 1 title: \"t\" base: \"dense-cp2-seed\"", "p");
  const Profile more = Profile::parse(
      "id: \"p\" version: 1 title: \"t\" base: \"dense-cp2-seed\" condition { id: \"a/b\" title: \"t\" because: \"b\" mark: CODE "
      "scope { place: \"mlp\" } predicate { is_module { } } }",
      "p");
  CHECK(more.conditions() == base.conditions() + 1);
  const Profile noted = Profile::parse("id: \"p\" version: 1 title: \"t\" base: \"dense-cp2-seed\" " + std::string(kNote), "p");
  CHECK(noted.conditions() == base.conditions());
  CHECK(noted.message().note_size() == base.message().note_size() + 1);
}

TEST_CASE("pricing is inherited field by field") {
  const Profile base = Profile::parse("id: \"p\" version: 1 title: \"t\" base: \"dense-cp2-seed\"", "p");
  const Profile other = Profile::parse(
      "id: \"p\" version: 1 title: \"t\" base: \"dense-cp2-seed\" pricing { policy: \"later\" wrapped_condition: \"mlp/type\" }", "p");
  schema::Pricing expected = base.message().pricing();
  CHECK(expected.policy() == "traced");
  expected.set_policy("later");
  expected.add_wrapped_condition("mlp/type");
  CHECK(other.message().pricing().SerializeAsString() == expected.SerializeAsString());
}

TEST_CASE("nesting is bounded") {
  std::string nested = "value { attribute: \"width\" is: \"int:8\" }";
  for (int i = 0; i < 5'000; ++i) nested = "not { " + nested + " }";
  const std::string text = outcome(replaced("value { attribute: \"width\" is: \"int:8\" }", nested));
  CHECK(text.find("message is too deep") != std::string::npos);
}

}  // namespace
}  // namespace tracegate::rules
