// What a `module/1` file may not say: one row for each rule of ir/dialect.md, with the whole text of the error.
//
// The line at fault stands first in a file that is valid without it, so its node is at offset 23.
#include "ir/dialects/module.h"

#include <string>

#include <doctest/doctest.h>

#include "tests/support/model_text.h"

namespace tracegate::ir {
namespace {

struct Row {
  std::string name;
  std::string text;
  std::string expected;
};

const std::string kValid = "\nC0 p.A:\n0: c=0";

void check(const Row& row) {
  CAPTURE(row.name);
  CHECK(test::read_outcome(test::model_bytes(row.text + kValid)) == row.expected);
}

const Row kClasses[] = {
    {"module is missing", "C1 p.B: -module", "node `p.B` at offset 23: attribute `module` is missing"},
    {"name is missing", "C1 p.B: -name", "node `p.B` at offset 23: attribute `name` is missing"},
    {"own is missing", "C1 p.B: -own", "node `p.B` at offset 23: attribute `own` is missing"},
    {"mro is missing", "C1 p.B: -mro", "node `p.B` at offset 23: attribute `mro` is missing"},
    {"is_module is missing", "C1 p.B: -is_module", "node `p.B` at offset 23: attribute `is_module` is missing"},
    {"elements is missing", "C1 p.B: -elements", "node `p.B` at offset 23: attribute `elements` is missing"},
    {"module of another type", "C1 p.B: module=5", "node `p.B` at offset 23: attribute `module` is INT, expected STRING"},
    {"name of another type", "C1 p.B: name=[1]", "node `p.B` at offset 23: attribute `name` is INTS, expected STRING"},
    {"own of another type", R"(C1 p.B: own="1")", "node `p.B` at offset 23: attribute `own` is STRING, expected INT"},
    {"mro of another type", R"(C1 p.B: mro=["1"])", "node `p.B` at offset 23: attribute `mro` is STRINGS, expected INTS"},
    {"forward_in of another type", "C1 p.B: forward_in=1", "node `p.B` at offset 23: attribute `forward_in` is INT, expected STRING"},
    {"is_module of another type", R"(C1 p.B: is_module="1")", "node `p.B` at offset 23: attribute `is_module` is STRING, expected INT"},
    {"elements of another type", "C1 p.B: elements=[1]", "node `p.B` at offset 23: attribute `elements` is INTS, expected INT"},
    {"own is 2", "C1 p.B: own=2", "node `p.B` at offset 23: attribute `own` is 2, expected 0 or 1"},
    {"is_module is -1", "C1 p.B: is_module=-1", "node `p.B` at offset 23: attribute `is_module` is -1, expected 0 or 1"},
    {"elements is 9223372036854775807", "C1 p.B: elements=9223372036854775807",
     "node `p.B` at offset 23: attribute `elements` is 9223372036854775807, expected 0 or 1"},
    {"own twice", "C1 p.B: own=1 own=1", "node `p.B` at offset 23: attribute `own` is there twice"},
    {"mro with a negative number", "C1 p.B: mro=[0,-1]",
     "node `p.B` at offset 23: attribute `mro` holds -1, which is no number of a record"},
    {"mro with 2^32 - 1", "C1 p.B: mro=[4294967295]",
     "node `p.B` at offset 23: attribute `mro` holds 4294967295, which is no number of a record"},
    {"module is not escaped", R"(C1 p.B: module="a\n")", R"(node `p.B` at offset 23: attribute `module`: `a\u000a` is not escaped text)"},
    {"name is not UTF-8", R"(C1 p.B: name="\377")", R"(node `p.B` at offset 23: attribute `name`: `\u00ff` is not escaped text)"},
    {"forward_in is not escaped", R"(C1 p.B: forward_in="\\")",
     R"(node `p.B` at offset 23: attribute `forward_in`: `\\` is not escaped text)"},
    {"unknown attribute", "C1 p.B: later=1",
     "node `p.B` at offset 23: attribute `later` is not known to module/1; a newer tracegate may know it"},
    {"unknown attribute without a name", R"(C1 p.B: ""=1)",
     "node `p.B` at offset 23: attribute `` is not known to module/1; a newer tracegate may know it"},
    {"no number", "C p.B:", "node `p.B` at offset 23: output `C`, expected `C` and a number"},
    {"number with a zero before it", "C01 p.B:", "node `p.B` at offset 23: output `C01`, expected `C` and a number"},
    {"number with a sign", "C-1 p.B:", "node `p.B` at offset 23: output `C-1`, expected `C` and a number"},
    {"number with a rest", "C1x p.B:", "node `p.B` at offset 23: output `C1x`, expected `C` and a number"},
    {"number 2^32 - 1", "C4294967295 p.B:", "node `p.B` at offset 23: output `C4294967295`, expected `C` and a number"},
    {"a number is missing", "C2 p.B:", "class number 1 is missing; the node at offset 23 has number 2"},
    {"the largest number alone", "C4294967294 p.B:", "class number 1 is missing; the node at offset 23 has number 4294967294"},
    {"a number twice", "C1 p.B:\nC1 p.C:", "class number 1 is there twice; the node at offset 139 has number 1"},
    {"base that is not there", "C1 p.B: mro=[0,2]", "class number 1 refers to class number 2, but the file holds 2"},
};

TEST_CASE("module/1: classes that are refused") {
  for (const Row& row : kClasses) check(row);
}

const Row kCallables[] = {
    {"kind is missing", R"(F0: module="p" name="f" own=1 class_forward=0)", "node `Callable` at offset 23: attribute `kind` is missing"},
    {"module is missing", R"(F0: kind="function" name="f" own=1 class_forward=0)",
     "node `Callable` at offset 23: attribute `module` is missing"},
    {"name is missing", R"(F0: kind="function" module="p" own=1 class_forward=0)",
     "node `Callable` at offset 23: attribute `name` is missing"},
    {"own is missing", R"(F0: kind="function" module="p" name="f" class_forward=0)",
     "node `Callable` at offset 23: attribute `own` is missing"},
    {"class_forward is missing", R"(F0: kind="function" module="p" name="f" own=1)",
     "node `Callable` at offset 23: attribute `class_forward` is missing"},
    {"kind of later versions", R"(F0: kind="coroutine" module="p" name="f" own=1 class_forward=0)",
     "node `Callable` at offset 23: attribute `kind` is `coroutine`, which is not known to module/1; a newer tracegate may know it"},
    {"kind of another type", R"(F0: kind=1 module="p" name="f" own=1 class_forward=0)",
     "node `Callable` at offset 23: attribute `kind` is INT, expected STRING"},
    {"name is not escaped", R"(F0: kind="function" module="p" name="f\t" own=1 class_forward=0)",
     R"(node `Callable` at offset 23: attribute `name`: `f\u0009` is not escaped text)"},
    {"own is 2", R"(F0: kind="function" module="p" name="f" own=2 class_forward=0)",
     "node `Callable` at offset 23: attribute `own` is 2, expected 0 or 1"},
    {"class_forward is 2", R"(F0: kind="function" module="p" name="f" own=1 class_forward=2)",
     "node `Callable` at offset 23: attribute `class_forward` is 2, expected 0 or 1"},
    {"method without bound", R"(F0: kind="method" module="p" name="f" own=1 class_forward=0)",
     "node `Callable` at offset 23: attribute `bound` is missing"},
    {"method bound to something else", R"(F0: kind="method" module="p" name="f" own=1 class_forward=0 bound="class")",
     "node `Callable` at offset 23: attribute `bound` is `class`, expected `self` or `other`"},
    {"bound of another type", R"(F0: kind="method" module="p" name="f" own=1 class_forward=0 bound=1)",
     "node `Callable` at offset 23: attribute `bound` is INT, expected STRING"},
    {"function with bound", R"(F0: kind="function" module="p" name="f" own=1 class_forward=0 bound="self")",
     "node `Callable` at offset 23: attribute `bound` is not known to module/1; a newer tracegate may know it"},
    {"end of another type", R"(F0: kind="function" module="p" name="f" own=1 class_forward=0 end="F0")",
     "node `Callable` at offset 23: attribute `end` is STRING, expected INT"},
    {"end is negative", R"(F0: kind="function" module="p" name="f" own=1 class_forward=0 end=-1)",
     "node `Callable` at offset 23: attribute `end` is -1, which is no number of a record"},
    {"end is 2^32 - 1", R"(F0: kind="function" module="p" name="f" own=1 class_forward=0 end=4294967295)",
     "node `Callable` at offset 23: attribute `end` is 4294967295, which is no number of a record"},
    {"end is not there", R"(F0: kind="function" module="p" name="f" own=1 class_forward=0 end=1)",
     "callable number 0 refers to callable number 1, but the file holds 1"},
    {"unknown attribute", R"(F0: kind="function" module="p" name="f" own=1 class_forward=0 later=1)",
     "node `Callable` at offset 23: attribute `later` is not known to module/1; a newer tracegate may know it"},
    {"a number is missing", R"(F1: kind="function" module="p" name="f" own=1 class_forward=0)",
     "callable number 0 is missing; the node at offset 23 has number 1"},
};

TEST_CASE("module/1: callables that are refused") {
  for (const Row& row : kCallables) check(row);
}

const Row kSequences[] = {
    {"kind is missing", "S0: length=0", "node `Sequence` at offset 23: attribute `kind` is missing"},
    {"kind is not escaped", R"(S0: kind="a\n")", R"(node `Sequence` at offset 23: attribute `kind`: `a\u000a` is not escaped text)"},
    {"length of another type", R"(S0: kind="list" length="1")", "node `Sequence` at offset 23: attribute `length` is STRING, expected INT"},
    {"length is negative", R"(S0: kind="list" length=-1)", "node `Sequence` at offset 23: attribute `length` is -1, expected zero or more"},
    {"length is not that of the elements", R"(S0: kind="list" length=2 elements=["int:1"])",
     "node `Sequence` at offset 23: attribute `length` is 2, but there are 1 elements"},
    {"elements of another type", R"(S0: kind="list" elements=[1])",
     "node `Sequence` at offset 23: attribute `elements` is INTS, expected STRINGS"},
    {"element that is no value", R"(S0: kind="list" elements=["int:1","x"])",
     "node `Sequence` at offset 23: `x` is no value of the dialect"},
    {"unknown attribute", R"(S0: kind="list" later=1)",
     "node `Sequence` at offset 23: attribute `later` is not known to module/1; a newer tracegate may know it"},
    {"a number is missing", R"(S1: kind="list")", "sequence number 0 is missing; the node at offset 23 has number 1"},
    {"object that is not there", R"(S0: kind="list" elements=["ref:1"])",
     "sequence number 0 refers to object number 1, but the file holds 1"},
    {"callable that is not there", R"(S0: kind="list" elements=["fn:0"])",
     "sequence number 0 refers to callable number 0, but the file holds 0"},
    {"sequence that is not there", R"(S0: kind="list" elements=["seq:1"])",
     "sequence number 0 refers to sequence number 1, but the file holds 1"},
    {"table that is not there", R"(S0: kind="list" elements=["table:0"])",
     "sequence number 0 refers to table number 0, but the file holds 0"},
};

TEST_CASE("module/1: sequences that are refused") {
  for (const Row& row : kSequences) check(row);
}

const Row kTables[] = {
    {"fields are missing", R"(T0: rows=["int:1"])", "node `Table` at offset 23: attribute `fields` is missing"},
    {"rows are missing", R"(T0: fields=["a"])", "node `Table` at offset 23: attribute `rows` is missing"},
    {"fields of another type", R"(T0: fields="a" rows=["int:1"])",
     "node `Table` at offset 23: attribute `fields` is STRING, expected STRINGS"},
    {"rows of another type", R"(T0: fields=["a"] rows=[1,2])", "node `Table` at offset 23: attribute `rows` is INTS, expected STRINGS"},
    {"rows that do not fit", R"(T0: fields=["a","b"] rows=["int:1","int:2","int:3","int:4"])",
     "node `Table` at offset 23: 4 values do not make rows of 3"},
    {"field that is not escaped", R"(T0: fields=["a\n"] rows=["int:1","int:2"])",
     R"(node `Table` at offset 23: field `a\u000a` is not escaped text)"},
    {"row that is no value", R"(T0: fields=["a"] rows=["int:1","2"])", "node `Table` at offset 23: `2` is no value of the dialect"},
    {"unknown attribute", R"(T0: fields=["a"] rows=["int:1","int:2"] later=1)",
     "node `Table` at offset 23: attribute `later` is not known to module/1; a newer tracegate may know it"},
    {"a number is missing", R"(T1: fields=["a"] rows=["int:1","int:2"])", "table number 0 is missing; the node at offset 23 has number 1"},
    {"object that is not there", R"(T0: fields=["a"] rows=["int:1","ref:9"])",
     "table number 0 refers to object number 9, but the file holds 1"},
};

TEST_CASE("module/1: tables that are refused") {
  for (const Row& row : kTables) check(row);
}

const Row kFacts[] = {
    {"no key", R"(B0: ""="int:1")", "node `Facts` at offset 23: a fact has no key"},
    {"value that is no STRING", "B0: w=1", "node `Facts` at offset 23: fact `w` is no STRING"},
    {"value that is no value", R"(B0: w="8")", "node `Facts` at offset 23: `8` is no value of the dialect"},
    {"value that is not escaped", R"(B0: w="str:\n")", R"(node `Facts` at offset 23: `str:\u000a` is no value of the dialect)"},
    {"!w with int:1", R"(B0: "!w"="int:1")",
     "node `Facts` at offset 23: fact `!w` is not known to module/1; a newer tracegate may know it"},
    {"+w with int:1", R"(B0: "+w"="int:1")",
     "node `Facts` at offset 23: fact `+w` is not known to module/1; a newer tracegate may know it"},
    {"1w with int:1", R"(B0: "1w"="int:1")",
     "node `Facts` at offset 23: fact `1w` is not known to module/1; a newer tracegate may know it"},
    {" w with int:1", R"(B0: " w"="int:1")",
     "node `Facts` at offset 23: fact ` w` is not known to module/1; a newer tracegate may know it"},
    {".w with int:1", R"(B0: ".w"="int:1")",
     "node `Facts` at offset 23: fact `.w` is not known to module/1; a newer tracegate may know it"},
    {"$w with int:1", R"(B0: "$w"="int:1")",
     "node `Facts` at offset 23: fact `$w` is not known to module/1; a newer tracegate may know it"},
    {"* with int:1", R"(B0: "*"="int:1")", "node `Facts` at offset 23: fact `*` is not known to module/1; a newer tracegate may know it"},
    {"? with none:", R"(B0: "?"="none:")", "node `Facts` at offset 23: fact `?` is not known to module/1; a newer tracegate may know it"},
    {"@ with int:1", R"(B0: "@"="int:1")", "node `Facts` at offset 23: fact `@` is not known to module/1; a newer tracegate may know it"},
    {"# with seq:0", R"(B0: "#"="seq:0")", "node `Facts` at offset 23: fact `#` is not known to module/1; a newer tracegate may know it"},
    {"[ with int:1", R"(B0: "["="int:1")", "node `Facts` at offset 23: fact `[` is not known to module/1; a newer tracegate may know it"},
    {"[x] with int:1", R"(B0: "[x]"="int:1")",
     "node `Facts` at offset 23: fact `[x]` is not known to module/1; a newer tracegate may know it"},
    {"[] with str:x", R"(B0: "[]"="str:x")",
     "node `Facts` at offset 23: fact `[]` is not known to module/1; a newer tracegate may know it"},
    {"[] with none:", R"(B0: "[]"="none:")",
     "node `Facts` at offset 23: fact `[]` is not known to module/1; a newer tracegate may know it"},
    {"#h with int:1", R"(B0: "#h"="int:1")",
     "node `Facts` at offset 23: fact `#h` is not known to module/1; a newer tracegate may know it"},
    {"#h with none:", R"(B0: "#h"="none:")",
     "node `Facts` at offset 23: fact `#h` is not known to module/1; a newer tracegate may know it"},
    {"?c with int:1", R"(B0: "?c"="int:1")",
     "node `Facts` at offset 23: fact `?c` is not known to module/1; a newer tracegate may know it"},
    {"?c with str:x", R"(B0: "?c"="str:x")",
     "node `Facts` at offset 23: fact `?c` is not known to module/1; a newer tracegate may know it"},
    {"%w with none:", R"(B0: "%w"="none:")",
     "node `Facts` at offset 23: fact `%w` is not known to module/1; a newer tracegate may know it"},
    {"%.w with none:", R"(B0: "%.w"="none:")",
     "node `Facts` at offset 23: fact `%.w` is not known to module/1; a newer tracegate may know it"},
    {"%01.w with none:", R"(B0: "%01.w"="none:")",
     "node `Facts` at offset 23: fact `%01.w` is not known to module/1; a newer tracegate may know it"},
    {"%-1.w with none:", R"(B0: "%-1.w"="none:")",
     "node `Facts` at offset 23: fact `%-1.w` is not known to module/1; a newer tracegate may know it"},
    {"%x.w with none:", R"(B0: "%x.w"="none:")",
     "node `Facts` at offset 23: fact `%x.w` is not known to module/1; a newer tracegate may know it"},
    {"(f with fn:0", R"(B0: "(f"="fn:0")", "node `Facts` at offset 23: fact `(f` is not known to module/1; a newer tracegate may know it"},
    {"()f with int:1", R"(B0: "()f"="int:1")",
     "node `Facts` at offset 23: fact `()f` is not known to module/1; a newer tracegate may know it"},
    {"()!f with none:", R"(B0: "()!f"="none:")",
     "node `Facts` at offset 23: fact `()!f` is not known to module/1; a newer tracegate may know it"},
    {"read that is not escaped", R"(B0: "w\n"="int:1")",
     R"(node `Facts` at offset 23: fact `w\u000a` is not known to module/1; a newer tracegate may know it)"},
    {"instance key that is not escaped", R"(B0: "@w\n"="int:1")",
     R"(node `Facts` at offset 23: fact `@w\u000a` is not known to module/1; a newer tracegate may know it)"},
    {"key that is not UTF-8", R"(B0: "\377"="int:1")",
     R"(node `Facts` at offset 23: fact `\u00ff` is not known to module/1; a newer tracegate may know it)"},
    {"callable that is not escaped", R"(B0: "()w\n"="fn:0")",
     R"(node `Facts` at offset 23: callable's name `w\u000a` is not escaped text)"},
    {"parameter that is not escaped", R"(B0: "%0.w\n"="none:")",
     R"(node `Facts` at offset 23: parameter name `w\u000a` is not escaped text)"},
    {"parameters from 1", R"(B0: "%1.w"="none:")", "node `Facts` at offset 23: parameter number 0 is missing or there twice"},
    {"parameters with a gap", R"(B0: "%0.w"="none:" "%2.v"="none:")",
     "node `Facts` at offset 23: parameter number 1 is missing or there twice"},
    {"parameters with one twice", R"(B0: "%0.w"="none:" "%0.v"="none:")",
     "node `Facts` at offset 23: parameter number 1 is missing or there twice"},
    {"a read twice", R"(B0: w="int:1" w="int:1")", "node `Facts` at offset 23: fact `w` is there twice"},
    {"an instance key twice", R"(B0: "@w"="int:1" "@w"="int:2")", "node `Facts` at offset 23: fact `@w` is there twice"},
    {"a callable twice", R"(B0: "()f"="fn:0" "()!f"="fn:0")", "node `Facts` at offset 23: fact `f` is there twice"},
    {"a fact without its value", R"({output: "B0" op_type: "Facts" domain: "tracegate" attribute {name: "w" type: STRING}})",
     "node `Facts` at offset 23: fact `w` has no value"},
    {"two parameters of one name", R"(B0: "%0.w"="none:" "%1.v"="none:" "%2.w"="none:")",
     "node `Facts` at offset 23: two parameters have the name `w`"},
    {"a number is missing", R"(B1: w="int:1")", "block of facts number 0 is missing; the node at offset 23 has number 1"},
    {"read of an object that is not there", R"(B0: w="ref:1")", "block of facts number 0 refers to object number 1, but the file holds 1"},
    {"callable that is not there", R"(B0: "()f"="fn:0")", "block of facts number 0 refers to callable number 0, but the file holds 0"},
    {"hooks that are not there", R"(B0: "#h"="seq:0")", "block of facts number 0 refers to sequence number 0, but the file holds 0"},
    {"parameter that is not there", R"(B0: "%0.w"="ref:4294967295")",
     "block of facts number 0 refers to object number 4294967295, but the file holds 1"},
};

TEST_CASE("module/1: facts that are refused") {
  for (const Row& row : kFacts) check(row);
}

// Each is a fact that no list of the metadata declares; damage of one bit in a key makes such a fact.
const Row kUndeclared[] = {
    {"a read", "B0: fp9=\"bool:True\"\ntracegate.reads=fp8", "fact `fp9` is not declared: metadata `tracegate.reads` does not list `fp9`"},
    {"a read where none are collected", "B0: fp8=\"bool:True\"\ntracegate.collected=hooks",
     "fact `fp8` is not declared: metadata `tracegate.collected` does not name `reads`"},
    {"a read that is asked for elsewhere", "B0: size=\"int:1\"\ntracegate.reads=config>size",
     "fact `size` is not declared: metadata `tracegate.reads` lists it as `ON>size` only, and the block has no fact `?ON` of that"},
    {"a read that is asked for elsewhere, of two", "B0: size=\"int:1\" \"?mlp\"=\"none:\"\ntracegate.reads=config>size\\nmlp>width",
     "fact `size` is not declared: metadata `tracegate.reads` lists it as `ON>size` only, and the block has no fact `?ON` of that"},
    {"a mark", "B0: \"?config\"=\"none:\"\ntracegate.reads=config\\nmlp>config",
     "fact `?config` is not declared: no line of metadata `tracegate.reads` begins with `config>`"},
    {"a mark where no reads are collected", "B0: \"?config\"=\"none:\"\ntracegate.collected=",
     "fact `?config` is not declared: metadata `tracegate.collected` does not name `reads`"},
    {"a length where no reads are collected",
     "B0: \"[]\"=\"int:1\"\ntracegate.collected=", "fact `[]` is not declared: metadata `tracegate.collected` does not name `reads`"},
    {"an instance key", "B0: \"@gorward\"=\"none:\"\ntracegate.instance=forward",
     "fact `@gorward` is not declared: metadata `tracegate.instance` does not list `gorward`"},
    {"an instance key where none are collected", "B0: \"@forward\"=\"none:\"\ntracegate.collected=reads",
     "fact `@forward` is not declared: metadata `tracegate.collected` does not name `instance`"},
    {"a hook table", "B0: \"#_forward_hookr\"=\"seq:0\"\nS0: kind=\"hooks\"\ntracegate.hooks=_forward_hooks",
     "fact `#_forward_hookr` is not declared: metadata `tracegate.hooks` does not list `_forward_hookr`"},
    {"a hook table where none are collected", "B0: \"#_forward_hooks\"=\"seq:0\"\nS0: kind=\"hooks\"\ntracegate.collected=reads",
     "fact `#_forward_hooks` is not declared: metadata `tracegate.collected` does not name `hooks`"},
    {"a callable where none are collected",
     "B0: \"()f\"=\"fn:0\"\nF0: kind=\"function\" module=\"p\" name=\"f\" own=1 class_forward=0\ntracegate.collected=parameters",
     "fact `()f` is not declared: metadata `tracegate.collected` does not name `callables`"},
    {"a parameter where none are collected", "B0: \"%0.w\"=\"none:\"\ntracegate.collected=callables",
     "fact `%0.w` is not declared: metadata `tracegate.collected` does not name `parameters`"},
    {"a table that is none", "B0: w=\"table:0\"\nT0: fields=[\"kind\"] rows=[\"none:\",\"none:\"]\ntracegate.tables=\ntracegate.reads=w",
     "fact `w` is not declared: it is a table, and metadata `tracegate.tables` does not list `w`"},
    {"a table of other fields", "B0: w=\"table:0\"\nT0: fields=[\"kind\"] rows=[\"none:\",\"none:\"]\ntracegate.tables=w kind name",
     "fact `w` is table number 0 with the fields `kind`, but metadata `tracegate.tables` lists `kind name`"},
    {"a table where none are collected", "B0: w=\"int:1\"\ntracegate.tables=w kind\ntracegate.collected=callables reads\ntracegate.reads=",
     "fact `w` is not declared: metadata `tracegate.reads` does not list `w`"},
};

TEST_CASE("module/1: facts that the metadata does not declare") {
  for (const Row& row : kUndeclared) check({row.name, row.text, "block of facts number 0 at offset 23: " + row.expected});
}

}  // namespace
}  // namespace tracegate::ir
