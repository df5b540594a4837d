// Every kind of predicate on one object: what is said of it, row by row.
#include <doctest/doctest.h>

#include <string>

#include <fmt/format.h>

#include "rules/evaluate/evaluate.h"
#include "rules/language/rule.pb.h"
#include "rules/predicates/predicate.h"
#include "tests/support/model_text.h"

namespace tracegate::rules {
namespace {

constexpr const char* kProfile = R"(id: "p" version: 1 title: "t"
reads {{
  attribute {{ follow: true name: ["module", "layers", "thing", "other"] }}
  attribute {{ name: ["width", "fn", "A", "B"] }}
  instance: ["forward", "delegate", "key"]
  hooks: ["pre", "post"]
  globals: ["torch:hooks"]
  table {{ name: "slots" field: ["kind", "name"] }}
}}
place {{ id: "chunk" title: "chunk" chunk: 0 }}
place {{ id: "thing" title: "thing" from: "chunk" attribute: "thing" }}
place {{ id: "other" title: "other" from: "chunk" attribute: "other" }}
place {{ id: "layers" title: "layers" from: "chunk" attribute: "layers" }}
place {{ id: "layer" title: "layer" from: "layers" elements: true }}
layers {{ place: "layer" label: "layer" root: "chunk" }}
adapter {{
  a: "A" b: "B" slot_table: "slots" slot_kind: "kind" slot_name: "name" slot_modules: "slots" slot_kinds: "k"
  scope {{ place: "thing" }}
}}
class_alias {{ name: "m.New" alias: "m.Old" }}
condition {{
  id: "a/b" title: "t" because: "b" mark: CODE
  scope {{ place: "{}" }}
  predicate {{ {} }}
}}
)";

// A model whose chunk has one child, `thing`; `facts` are those of the thing, `records` further lines.
std::string model(std::string_view facts, std::string_view records) {
  return fmt::format(
      "C0 m.Chunk:\nC1 m.Thing: mro=[2] forward_in=\"m.base\"\nC2 m.Base:\nB0: {}\n0: c=0\n1 thing <0: c=1 b=0\n"
      "tracegate.reads=A\\nB\\nfn\\nlayers\\nmodule\\nother\\nthing\\nwidth\ntracegate.instance=delegate\\nforward\\nkey\n"
      "tracegate.hooks=post\\npre\ntracegate.tables=slots kind name\ntracegate.globals=torch:hooks=int:0\n{}\n",
      facts, records);
}

// "matched", or "missed [reason] found".
std::string judged(const std::string& place, const std::string& predicate, std::string_view facts, std::string_view records = "",
                   std::string_view run = "") {
  const Profile profile = Profile::parse(fmt::format(kProfile, place, predicate), "p");
  const ir::ModuleGraph graph = test::graph_of(model(facts, records));
  ir::RunFacts facts_of_run;
  if (!run.empty()) facts_of_run.facts.emplace(run.substr(0, run.find('=')), run.substr(run.find('=') + 1));
  Evaluator evaluator(graph, profile, facts_of_run);
  const Results results = evaluator.judge_model().results;
  REQUIRE(results[0].size() == 1);
  const Outcome& outcome = results[0][0].outcome;
  if (outcome.verdict == Verdict::kMatched || outcome.verdict == Verdict::kNotApplicable) return std::string(name(outcome.verdict));
  return fmt::format("{} [{}] {}", name(outcome.verdict), name(outcome.reason), outcome.found);
}

struct Row {
  std::string name;
  const char* predicate;
  const char* facts;
  const char* expected;
  const char* records = "";
};

void check(const Row& row) {
  INFO(row.name);
  CHECK(judged("thing", row.predicate, row.facts, row.records) == row.expected);
}

// What a schema of a later version says is not known here, and never a match.
TEST_CASE("what is not known is undetermined") {
  const Profile profile = Profile::parse(fmt::format(kProfile, "thing", "present {}"), "p");
  const ir::ModuleGraph graph = test::graph_of(model("width=\"int:1\" A=\"tensor:bfloat16[4,2]\" B=\"tensor:bfloat16[2,4]\"", ""));
  const ir::RunFacts run;
  const Places places(graph, profile);
  const Context context{graph, profile, run, places};
  Subject subject;
  subject.at = places.at(profile.place_index("thing"));
  schema::Predicate no_kind, no_test, no_check, later_check;
  no_test.mutable_value()->set_attribute("width");
  no_check.mutable_adapter_tensors();
  later_check.mutable_adapter_tensors()->set_check(static_cast<schema::AdapterTensors::Check>(99));
  struct Row {
    std::string name;
    const schema::Predicate& predicate;
    const char* found;
  };
  const Row rows[] = {
      {"a kind", no_kind, "a predicate that this version does not know"},
      {"a test", no_test, "`width` is held against nothing"},
      {"no check", no_check, "a check of tensors that this version does not know"},
      {"a check", later_check, "a check of tensors that this version does not know"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const Outcome outcome = judge(context, subject, row.predicate);
    CHECK(outcome.verdict == Verdict::kUndetermined);
    CHECK(outcome.found == row.found);
  }
}

TEST_CASE("value: type and value") {
  constexpr const char* kTrue = R"(value { attribute: "width" is: "bool:True" })";
  const Row rows[] = {
      {"the value", kTrue, R"(width="bool:True")", "matched"},
      {"another value", kTrue, R"(width="bool:False")", "missed [value_mismatch] `width` is bool False"},
      {"1 is not True", kTrue, R"(width="int:1")", "missed [value_mismatch] `width` is int 1"},
      {"a number of another type", kTrue, R"(width="num:numpy.bool=1")", "missed [value_mismatch] `width` is 1 of class numpy.bool"},
      {"absent", kTrue, "", "missed [absent] `width` is absent"},
      {"unreadable", kTrue, R"(width="unreadable:m.Error")", "undetermined [unreadable] `width` is unreadable: reading it raised m.Error"},
      {"an object", kTrue, R"(width="other:m.Class")", "missed [value_mismatch] `width` is an object of class m.Class"},
      {"absent is as good", R"(value { attribute: "width" is: "none:" absent_matches: true })", "", "matched"},
      {"absent demanded", R"(value { attribute: "width" absent: true })", "", "matched"},
      {"absent demanded, None found", R"(value { attribute: "width" absent: true })", R"(width="none:")",
       "missed [value_mismatch] `width` is None"},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("value: falsy") {
  constexpr const char* kFalsy = R"(value { attribute: "width" falsy: true })";
  const Row rows[] = {
      {"absent", kFalsy, "", "matched"},
      {"None", kFalsy, R"(width="none:")", "matched"},
      {"False", kFalsy, R"(width="bool:False")", "matched"},
      {"zero", kFalsy, R"(width="int:0")", "matched"},
      {"minus zero", kFalsy, R"(width="float:-0.0")", "matched"},
      {"empty text", kFalsy, R"(width="str:")", "matched"},
      {"text", kFalsy, R"(width="str:hybrid")", "missed [value_mismatch] `width` is str \"hybrid\""},
      {"True", kFalsy, R"(width="bool:True")", "missed [value_mismatch] `width` is bool True"},
      {"nan is true", kFalsy, R"(width="float:nan")", "missed [value_mismatch] `width` is float nan"},
      {"a tensor of zero", kFalsy, R"(width="tensor:float32[]=0.0")", "matched"},
      {"a tensor without a value", kFalsy, R"(width="tensor:float32[2]")",
       "undetermined [unreadable] `width` is tensor float32[2], which compares in a way of its own"},
      {"a class with its own bool", kFalsy, R"(width="opaque:m.C")",
       "undetermined [unreadable] `width` is an object of class m.C, which compares in a way of its own"},
      {"an empty list", kFalsy, R"(width="seq:0")", "matched", R"(S0: kind="list" length=0 elements=[""])"},
  };
  for (const Row& row : rows) {
    if (std::string_view(row.name) == "an empty list") continue;  // below: a list of nothing needs another line
    check(row);
  }
  CHECK(
      judged(
          "thing", kFalsy, R"(width="seq:0")",
          R"({domain: "tracegate" op_type: "Sequence" output: "S0" attribute { name: "kind" type: STRING s: "list" } attribute { name: "length" type: INT i: 0 } attribute { name: "elements" type: STRINGS }})") ==
      "matched");
}

TEST_CASE("value: numbers") {
  constexpr const char* kZero = R"(value { attribute: "width" equals: "0.0" })";
  constexpr const char* kPositive = R"(value { attribute: "width" positive_int: true })";
  const Row rows[] = {
      {"int zero equals 0.0", kZero, R"(width="int:0")", "matched"},
      {"False equals 0.0", kZero, R"(width="bool:False")", "matched"},
      {"numpy zero", kZero, R"(width="num:numpy.float32=0.0")", "matched"},
      {"None does not", kZero, R"(width="none:")", "missed [value_mismatch] `width` is None"},
      {"text does not", kZero, R"(width="str:0.0")", "missed [value_mismatch] `width` is str \"0.0\""},
      {"positive", kPositive, R"(width="int:5632")", "matched"},
      {"larger than 64 bits", kPositive, R"(width="int:99999999999999999999")", "matched"},
      {"zero", kPositive, R"(width="int:0")", "missed [out_of_range] `width` is int 0"},
      {"negative", kPositive, R"(width="int:-1")", "missed [out_of_range] `width` is int -1"},
      {"True is no int", kPositive, R"(width="bool:True")", "missed [value_mismatch] `width` is bool True"},
      {"a float", kPositive, R"(width="float:5632.0")", "missed [value_mismatch] `width` is float 5632.0"},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("callable_is: identity, never the name alone") {
  constexpr const char* kSilu = R"(callable_is { attribute: "fn" name: "f.silu" })";
  constexpr const char* kFunction = R"(F0: kind="function" module="f" name="silu" own=1 class_forward=0)";
  const Row rows[] = {
      {"the function", kSilu, R"(fn="fn:0")", "matched", kFunction},
      {"another", kSilu, R"(fn="fn:0")", "missed [value_mismatch] `fn` is function f.gelu",
       R"(F0: kind="function" module="f" name="gelu" own=1 class_forward=0)"},
      {"one of its name", kSilu, R"(fn="fn:0")", "missed [value_mismatch] `fn` is function f.silu, which is not what that name refers to",
       R"(F0: kind="function" module="f" name="silu" own=0 class_forward=0)"},
      {"a partial", kSilu, R"(fn="fn:0")", "missed [value_mismatch] `fn` is partial of class f.silu",
       R"(F0: kind="partial" module="f" name="silu" own=1 class_forward=0)"},
      {"absent", kSilu, "", "missed [absent] `fn` is absent"},
      {"no callable", kSilu, R"(fn="none:")", "missed [value_mismatch] `fn` is None"},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("classes") {
  const Row rows[] = {
      {"exact", R"(exact_class { name: "m.Thing" })", "", "matched"},
      {"one of two", R"(exact_class { name: ["m.X", "m.Thing"] })", "", "matched"},
      {"a subclass", R"(exact_class { name: "m.Base" })", "", "missed [type_subclass] m.Thing, a subclass"},
      {"another", R"(exact_class { name: "m.X" })", "", "missed [value_mismatch] m.Thing"},
      {"known in its place", R"(exact_class { name: "m.X" known { name: "m.Thing" says: "a thing, not an X" } })", "",
       "missed [value_mismatch] m.Thing: a thing, not an X"},
      {"not derived", R"(not_instance_of { name: "m.Base" })", "", "missed [value_mismatch] m.Thing"},
      {"derived from nothing named", R"(not_instance_of { name: "m.X" })", "", "matched"},
      {"by text", R"(class_text { module_prefix: "m" name_contains: "hin" })", "", "matched"},
      {"by text, another name", R"(class_text { module_prefix: "m" name_contains: "Norm" })", "", "missed [value_mismatch] m.Thing"},
      {"by text, or exactly", R"(class_text { module_prefix: "n" name_contains: "x" or_exactly: "m.Thing" })", "", "matched"},
      {"a module", "is_module { }", "", "matched"},
      {"forward from there", R"(forward_origin { module_prefix: "m." })", "", "matched"},
      {"forward from elsewhere", R"(forward_origin { module_prefix: "n." })", "", "missed [value_mismatch] a forward defined in m.base"},
      {"present", "present { }", "", "matched"},
      {"forbidden", "forbidden { }", "", "missed [unknown_child] a module of class m.Thing"},
      {"no sequence", "non_empty_sequence { }", "", "missed [value_mismatch] a module of class m.Thing"},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("a sequence that only its own code can go through") {
  constexpr const char* kRecords = "C3 m.List: elements=1\nC4 m.Lazy: mro=[3]\n2 other <0: c=4";
  CHECK(judged("other", "non_empty_sequence { }", "", kRecords) ==
        "undetermined [unreadable] a module of class m.Lazy, whose elements are told only by code of its own");
}

TEST_CASE("what is not there") {
  struct Absent {
    const char* predicate;
    const char* expected;
  };
  const Absent rows[] = {
      {"present { }", "missed [absent] absent"},
      {R"(exact_class { name: "m.X" })", "missed [absent] absent"},
      {"is_module { }", "missed [absent] absent"},
      {"non_empty_sequence { }", "missed [absent] absent"},
      {R"(no_hooks { table: "pre" })", "matched"},
      {R"(keys_absent { key: "forward" })", "matched"},
      {R"(wrapper { function: "f.w" })", "matched"},
      {R"(delegate { key: "delegate" })", "matched"},
      {R"(value { attribute: "width" is: "int:1" })", "missed [absent] `width` is absent"},
      {R"(first_parameter { dtype: "bfloat16" })", "missed [absent] absent"},
  };
  for (const Absent& row : rows) {
    INFO(std::string(row.predicate));
    CHECK(judged("other", row.predicate, "") == row.expected);
  }
}

TEST_CASE("hooks and keys") {
  constexpr const char* kHooks = R"(no_hooks { table: ["pre", "post"] })";
  constexpr const char* kRecords =
      "F0: kind=\"function\" module=\"f\" name=\"hook\" own=1 class_forward=0\n"
      "S0: kind=\"hooks\" length=1 elements=[\"fn:0\"]\nS1: kind=\"hooks\" length=5 "
      "elements=[\"fn:0\",\"fn:0\",\"fn:0\",\"fn:0\",\"fn:0\"]";
  const Row rows[] = {
      {"none", kHooks, "", "matched"},
      {"one", kHooks, R"("#pre"="seq:0")", "missed [foreign_hook] 1 in `pre`: function f.hook", kRecords},
      {"in both", kHooks, R"("#pre"="seq:0" "#post"="seq:0")",
       "missed [foreign_hook] 1 in `pre`: function f.hook; 1 in `post`: function f.hook", kRecords},
      {"many", kHooks, R"("#post"="seq:1")", "missed [foreign_hook] 5 in `post`: function f.hook, function f.hook, function f.hook, 2 more",
       kRecords},
      {"a key", R"(keys_absent { key: ["key", "forward"] })", R"("@key"="none:")", "missed [value_mismatch] `key` is None"},
      {"None may be there", R"(keys_absent { key: "key" none_is_absent: true })", R"("@key"="none:")", "matched"},
      {"no key", R"(keys_absent { key: "key" })", "", "matched"},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("wrapper and delegate") {
  constexpr const char* kWrapper = R"(wrapper { function: "f.wrapper" })";
  constexpr const char* kDelegate = R"(delegate { key: "delegate" })";
  const Row rows[] = {
      {"the class's own forward", kWrapper, "", "matched"},
      {"None", kWrapper, R"("@forward"="none:")", "matched"},
      {"the wrapper", kWrapper, R"("@forward"="fn:0")", "matched",
       R"(F0: kind="method" module="f" name="wrapper" own=1 bound="self" class_forward=0)"},
      {"bound to another", kWrapper, R"("@forward"="fn:0")",
       "missed [value_mismatch] `forward` is method f.wrapper, bound to another object",
       R"(F0: kind="method" module="f" name="wrapper" own=1 bound="other" class_forward=0)"},
      {"the bare function", kWrapper, R"("@forward"="fn:0")", "missed [value_mismatch] `forward` is function f.wrapper",
       R"(F0: kind="function" module="f" name="wrapper" own=1 class_forward=0)"},
      {"a copy of it", kWrapper, R"("@forward"="fn:0")",
       "missed [value_mismatch] `forward` is method f.wrapper, which is not what that name refers to",
       R"(F0: kind="method" module="f" name="wrapper" own=0 bound="self" class_forward=0)"},
      {"no wrapper, no delegate", kDelegate, R"("@delegate"="none:")", "not_applicable"},
      {"delegate absent", kDelegate, R"("@forward"="fn:0")", "missed [absent] `delegate` is absent",
       R"(F0: kind="method" module="f" name="wrapper" own=1 bound="self" class_forward=0)"},
      {"delegate intact", kDelegate, R"("@forward"="fn:0" "@delegate"="fn:0")", "matched",
       R"(F0: kind="method" module="m" name="T.forward" own=1 bound="self" class_forward=1)"},
      {"delegate compiled", kDelegate, R"("@forward"="fn:0" "@delegate"="fn:1")", "matched",
       "F0: kind=\"method\" module=\"m\" name=\"T.forward\" own=1 bound=\"self\" class_forward=1\n"
       "F1: kind=\"function\" module=\"m\" name=\"T.forward\" own=0 class_forward=0 end=0"},
      {"compiled around another", kDelegate, R"("@forward"="fn:0" "@delegate"="fn:1")",
       "missed [value_mismatch] `delegate` is a compiled callable around method m.other",
       "F0: kind=\"method\" module=\"m\" name=\"other\" own=1 bound=\"self\" class_forward=0\n"
       "F1: kind=\"function\" module=\"m\" name=\"T.forward\" own=0 class_forward=0 end=0"},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("callables of the instance dictionary") {
  constexpr const char* kRecords = R"(F0: kind="function" module="f" name="g" own=1 class_forward=0)";
  const Row rows[] = {
      {"none", "no_shadowed_callables { }", "", "matched"},
      {"one that hides", "no_shadowed_callables { }", R"("()!run"="fn:0")", "missed [value_mismatch] `run` is function f.g", kRecords},
      {"one that hides nothing", "no_shadowed_callables { }", R"("()run"="fn:0")", "matched", kRecords},
      {"allowed", R"(no_shadowed_callables { except: "run" })", R"("()!run"="fn:0")", "matched", kRecords},
      {"any", "no_callables { }", R"("()run"="fn:0")", "missed [value_mismatch] `run` is function f.g", kRecords},
      {"any but", R"(no_callables { except: "run" })", R"("()run"="fn:0")", "matched", kRecords},
      {"that one", R"(no_callables { only: "run" })", R"("()run"="fn:0" "()stop"="fn:0")", "missed [value_mismatch] `run` is function f.g",
       kRecords},
      {"not that one", R"(no_callables { only: ["walk", "stop"] })", R"("()run"="fn:0")", "matched", kRecords},
      {"that one, allowed", R"(no_callables { only: "run" except: "run" })", R"("()run"="fn:0")", "matched", kRecords},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("children and what is below") {
  constexpr const char* kRecords = "C3 m.Part: mro=[2]\n2 thing.part <1: c=3\n3 thing.part.inner <2: c=2";
  const Row rows[] = {
      {"a class below", R"(has_descendant { instance_of: "m.Part" })", "", "matched", kRecords},
      {"one derived from it, or deeper", R"(has_descendant { instance_of: "m.Base" })", "", "matched", kRecords},
      {"itself does not count", R"(has_descendant { instance_of: "m.Thing" })", "",
       "missed [count_mismatch] none below a module of class m.Thing", kRecords},
      {"nothing below", R"(has_descendant { instance_of: "m.Base" })", "", "missed [count_mismatch] none below a module of class m.Thing"},
      {"the child", R"(only_children { name: ["part", "other"] })", "", "matched", kRecords},
      {"another child", R"(only_children { name: "other" })", "", "missed [unknown_child] `part` is a module of class m.Part", kRecords},
      {"no child", R"(only_children { name: "other" })", "", "matched"},
  };
  for (const Row& row : rows) check(row);
  CHECK(judged("other", R"(has_descendant { instance_of: "m.Base" })", "") == "missed [absent] absent");
  CHECK(judged("other", R"(only_children { name: "x" })", "") == "matched");
}

TEST_CASE("same facts") {
  constexpr const char* kSame = R"(same_facts { place: "other" })";
  const auto other = [](const std::string& facts, const char* cls = "1") {
    return fmt::format("C3 m.Else: mro=[2]\nB1: {}\n2 other <0: c={} b=1", facts, cls);
  };
  const std::string records[] = {other(R"(width="int:8")"),          other(R"(width="int:8" fn="none:")"), other(R"(width="int:8")", "3"),
                                 other(R"(width="unreadable:m.E")"), other(R"(width="other:m.C")"),        other(R"(width="ref:0")")};
  const Row rows[] = {
      {"equal", kSame, R"(width="int:8")", "matched", records[0].c_str()},
      {"of another type", kSame, R"(width="float:8.0")", "missed [value_mismatch] `width` is float 8.0, not int 8", records[0].c_str()},
      {"absent here, None there", kSame, R"(width="int:7")",
       "missed [value_mismatch] `width` is int 7, not int 8; `fn` is absent, not None", records[1].c_str()},
      {"of another class", kSame, R"(width="int:8")", "missed [value_mismatch] a module of class m.Thing", records[2].c_str()},
      {"unreadable", kSame, R"(width="int:8")", "undetermined [unreadable] `width` cannot be compared", records[3].c_str()},
      {"a miss is certain all the same", kSame, R"(width="int:8" fn="none:")", "missed [value_mismatch] `fn` is None, not absent",
       records[3].c_str()},
      {"known by its class only", kSame, R"(width="other:m.C")", "undetermined [unreadable] `width` cannot be compared",
       records[4].c_str()},
      {"of two classes", kSame, R"(width="other:m.D")",
       "missed [value_mismatch] `width` is an object of class m.D, not an object of class m.C", records[4].c_str()},
      {"one object", kSame, R"(width="ref:0")", "matched", records[5].c_str()},
      {"two objects", kSame, R"(width="ref:1")", "undetermined [unreadable] `width` cannot be compared", records[5].c_str()},
      {"nothing there", kSame, R"(width="int:8")", "missed [value_mismatch] a module of class m.Thing"},
  };
  for (const Row& row : rows) check(row);
  CHECK(judged("thing", R"(same_facts { place: "thing" })", R"(width="unreadable:m.E")") == "matched");
  CHECK(judged("other", R"(same_facts { place: "thing" })", "") == "missed [absent] absent");
}

TEST_CASE("dtype of an adapter's tensors") {
  constexpr const char* kDtype = R"(adapter_tensors { check: DTYPE dtype: "bfloat16" })";
  const Row rows[] = {
      {"both", kDtype, R"(A="tensor:bfloat16[8,2]" B="tensor:bfloat16[2,8]")", "matched"},
      {"neither", kDtype, R"(A="tensor:float32[8,2]" B="tensor:float32[2,8]")", "missed [value_mismatch] float32"},
      {"one", kDtype, R"(A="tensor:bfloat16[8,2]" B="tensor:float32[2,8]")", "missed [value_mismatch] A bfloat16, B float32"},
      {"no tensor", kDtype, R"(A="none:" B="tensor:float32[2,8]")", "not_applicable"},
      {"absent", kDtype, "", "not_applicable"},
      {"unreadable", kDtype, R"(A="unreadable:m.E")", "undetermined [unreadable] `A` is unreadable: reading it raised m.E"},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("relations") {
  constexpr const char* kDouble = R"(relation { operand { attribute: "width" } operand { run: "h" times: 2 } })";
  constexpr const char* kSkip = R"(relation { operand { attribute: "width" } operand { run: "h" } skip_without_run: true })";
  struct Relation {
    std::string name;
    const char* predicate;
    const char* facts;
    const char* run;
    const char* expected;
  };
  const Relation rows[] = {
      {"equal", kDouble, R"(width="int:8")", "h=int:4", "matched"},
      {"equal as Python's ==", kDouble, R"(width="float:8.0")", "h=num:numpy.int64=4", "matched"},
      {"not equal", kDouble, R"(width="int:4")", "h=int:4", "missed [value_mismatch] `width` is int 4, 2 x the run's h is int 4"},
      {"no number", kDouble, R"(width="str:8")", "h=int:4", "missed [value_mismatch] `width` is str \"8\""},
      {"absent", kDouble, "", "h=int:4", "missed [absent] `width` is absent"},
      {"the run says nothing", kDouble, R"(width="int:8")", "", "undetermined [not_exported] the run's h was not given"},
      {"a miss is certain all the same", kDouble, R"(width="none:")", "", "missed [value_mismatch] `width` is None"},
      {"skipped", kSkip, R"(width="int:8")", "", "not_applicable"},
      {"a product that does not fit", kDouble, R"(width="int:8")", "h=int:9223372036854775807",
       "missed [value_mismatch] 2 x the run's h is int 9223372036854775807"},
      {"above zero", R"(relation { operand { attribute: "width" } operand { run: "h" } positive: true })", R"(width="int:0")", "h=int:0",
       "missed [count_mismatch] `width` is int 0, the run's h is int 0"},
  };
  for (const Relation& row : rows) {
    INFO(row.name);
    CHECK(judged("thing", row.predicate, row.facts, "", row.run) == row.expected);
  }
}

TEST_CASE("parameters, run, chunks, process") {
  const Row rows[] = {
      {"first parameter", R"(first_parameter { dtype: "bfloat16" })", R"("%0.bias"="none:" "%1.w"="tensor:bfloat16[2]")", "matched"},
      {"of another dtype", R"(first_parameter { dtype: "bfloat16" })", R"("%0.w"="tensor:float32[2]")",
       "missed [value_mismatch] tensor float32[2]"},
      {"none at all", R"(first_parameter { dtype: "bfloat16" })", "", "missed [absent] no parameter"},
      {"run fact not given", R"(run_equals { fact: "cp" number: "2" })", "", "undetermined [not_exported] the run's cp was not given"},
      {"chunks", "chunk_count { count: 1 }", "", "matched"},
      {"more chunks", "chunk_count { count: 2 }", "", "missed [count_mismatch] 1 model chunks"},
      {"a global", R"(global_is { name: "torch:hooks" is: "int:0" })", "", "matched"},
      {"a global that is set", R"(global_is { name: "torch:hooks" is: "none:" })", "", "missed [value_mismatch] `torch:hooks` is int 0"},
  };
  for (const Row& row : rows) check(row);
}

TEST_CASE("all, any, not") {
  constexpr const char* kWide = R"(predicate { value { attribute: "width" is: "int:8" } })";
  constexpr const char* kFn = R"(predicate { value { attribute: "fn" is: "none:" } })";
  struct Composed {
    std::string name;
    std::string predicate;
    const char* facts;
    const char* expected;
  };
  const std::string both = fmt::format("{} {}", kWide, kFn);
  const Composed rows[] = {
      {"all hold", "all { " + both + " }", R"(width="int:8" fn="none:")", "matched"},
      {"one does not", "all { " + both + " }", R"(width="int:8" fn="int:1")", "missed [value_mismatch] `fn` is int 1"},
      {"any holds", "any { " + both + " }", R"(width="int:8" fn="int:1")", "matched"},
      {"none holds", "any { " + both + " }", R"(width="int:9" fn="int:1")", "missed [value_mismatch] `width` is int 9; `fn` is int 1"},
      {"missed beats undetermined", "all { " + both + " }", R"(width="unreadable:m.E" fn="int:1")",
       "missed [value_mismatch] `width` is unreadable: reading it raised m.E; `fn` is int 1"},
      {"not", R"(not { value { attribute: "width" is: "int:8" } })", R"(width="int:8")", "missed [value_mismatch] it is so"},
      {"not, the other way", R"(not { value { attribute: "width" is: "int:8" } })", R"(width="int:9")", "matched"},
  };
  for (const Composed& row : rows) {
    INFO(row.name);
    CHECK(judged("thing", row.predicate, row.facts) == row.expected);
  }
}

}  // namespace
}  // namespace tracegate::rules
