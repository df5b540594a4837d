// What a `module/1` file may not say: objects, their tree and the metadata; module_records_test has the records.
//
// The line at fault stands first in a file that is valid without it, so its node is at offset 23.
#include "ir/dialects/module.h"

#include <string>

#include <doctest/doctest.h>

#include "tests/support/model_text.h"
#include "tests/support/wire_bytes.h"

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

const Row kObjects[] = {
    {"c is missing", "1 a <0: b=0", "node `a` at offset 23: attribute `c` is missing"},
    {"c of another type", R"(1 a <0: c="0")", "node `a` at offset 23: attribute `c` is STRING, expected INT"},
    {"c is negative", "1 a <0: c=-1", "node `a` at offset 23: attribute `c` is -1, which is no number of a record"},
    {"c is above 32 bits", "1 a <0: c=4294967296", "node `a` at offset 23: attribute `c` is 4294967296, which is no number of a record"},
    {"c twice", "1 a <0: c=0 c=0", "node `a` at offset 23: attribute `c` is there twice"},
    {"b of another type", "1 a <0: c=0 b=[0]", "node `a` at offset 23: attribute `b` is INTS, expected INT"},
    {"unknown attribute", "1 a <0: c=0 later=1",
     "node `a` at offset 23: attribute `later` is not known to module/1; a newer tracegate may know it"},
    {"class that is not there", "1 a <0: c=1", "object `a` at offset 23 refers to class number 1, but the file holds 1"},
    {"block that is not there", "1 a <0: c=0 b=0", "object `a` at offset 23 refers to block of facts number 0, but the file holds 0"},
    {"output that is no number", "x a <0: c=0", "node `a` at offset 23: output `x`, expected `` and a number"},
    {"output with a letter of a record", R"({output: "C1" name: "a" domain: "p" attribute {name: "c" type: INT i: 0}})",
     "node `a` at offset 23: output `C1`, expected `` and a number"},
    {"no output", R"({name: "a" domain: "p" attribute {name: "c" type: INT i: 0}})",
     "node `a` at offset 23: 0 outputs, expected one: the number"},
    {"two outputs", R"({output: "1" output: "2" name: "a" domain: "p" attribute {name: "c" type: INT i: 0}})",
     "node `a` at offset 23: 2 outputs, expected one: the number"},
    {"two inputs", R"({output: "1" input: "0" input: "0" name: "a" domain: "p" attribute {name: "c" type: INT i: 0}})",
     "node `a` at offset 23: 2 inputs, expected at most one: the parent"},
    {"path that is not escaped", R"({output: "1" name: "a\n" domain: "p" attribute {name: "c" type: INT i: 0}})",
     R"(node `a\u000a` at offset 23: path `a\u000a` is not escaped text)"},
    {"c as a FLOAT", R"({output: "1" name: "a" domain: "p" attribute {name: "c" type: FLOAT f: 1}})",
     "node `a` at offset 23: attribute `c` is another type, expected INT"},
    {"parent that is no number", "1 a <x: c=0", "node `a` at offset 23: input `x`, expected the parent's number"},
    {"parent with a zero before it", "1 a <00: c=0", "node `a` at offset 23: input `00`, expected the parent's number"},
    {"parent that is not there", "1 a <2: c=0", "object `a` at offset 23 refers to object number 2, but the file holds 2"},
    {"its own parent", "1 a <1: c=0", "object `a` at offset 23: its parent has number 1, which is not before it"},
    {"parent behind it", "1 a <2: c=0\n2 b <0: c=0", "object `a` at offset 23: its parent has number 2, which is not before it"},
    {"children of another type", "1 a <0: c=0 children=[0]", "node `a` at offset 23: attribute `children` is INTS, expected STRINGS"},
    {"child without a number", R"(1 a <0: c=0 children=["x"])", "node `a` at offset 23: child `x`, expected NAME=NUMBER"},
    {"child with an empty number", R"(1 a <0: c=0 children=["x="])", "node `a` at offset 23: child `x=`, expected NAME=NUMBER"},
    {"child with a negative number", R"(1 a <0: c=0 children=["x=-1"])", "node `a` at offset 23: child `x=-1`, expected NAME=NUMBER"},
    {"child whose name is not escaped", R"(1 a <0: c=0 children=["x\n=0"])",
     R"(node `a` at offset 23: child name `x\u000a` is not escaped text)"},
    {"child that is not there", R"(1 a <0: c=0 children=["x=0","y=2"])",
     "object `a` at offset 23 refers to object number 2, but the file holds 2"},
    {"a number is missing", "2 a <0: c=0", "object number 1 is missing; the node at offset 23 has number 2"},
    {"a number twice", "1 a <0: c=0\n1 b <0: c=0", "object number 1 is there twice; the node at offset 65 has number 1"},
    {"c without its value", R"({output: "1" input: "0" name: "a" domain: "p" attribute {name: "c" type: INT}})",
     "node `a` at offset 23: attribute `c` is INT, but has no value"},
    {"b without its value",
     R"({output: "1" input: "0" name: "a" domain: "p" attribute {name: "c" type: INT i: 0} attribute {name: "b" type: INT}})",
     "node `a` at offset 23: attribute `b` is INT, but has no value"},
    {"nothing leads to it", "1 a: c=0", "object `a` at offset 23: no chunk, child table or reference leads to it"},
    {"only what nothing leads to leads to it", "1 a: c=0 children=[\"x=2\",\"y=1\"]\n2 a.x <1: c=0",
     "object `a` at offset 23: no chunk, child table or reference leads to it"},
    {"a fact of what nothing leads to leads to it", "1 a: c=0 b=0\nB0: w=\"ref:1\"",
     "object `a` at offset 23: no chunk, child table or reference leads to it"},
    {"a child whose class is no module", "1 a <0: c=1\nC1 p.B: is_module=0",
     "object `` at offset 297: its child `a` is of the class `p.B`, which is no module"},
    {"a written child whose class is no module", "1 a <0: c=0 children=[\"x=2\"]\n2 a.x: c=1\nC1 p.B: is_module=0",
     "object `a` at offset 23: its child `x` is of the class `p.B`, which is no module"},
    {"its parent does not hold it", "1 a <0: c=0 children=[\"x=0\"]\n2 a.b <1: c=0",
     "object `a.b` at offset 85: its input is object number 1, whose `children` do not hold it under the name `b`"},
    {"its parent holds it under another name", "1 a <0: c=0 children=[\"x=2\"]\n2 a.b <1: c=0",
     "object `a.b` at offset 85: its input is object number 1, whose `children` do not hold it under the name `b`"},
    {"a path that is not below its parent's", "1 a <0: c=0\n2 b.x <1: c=0",
     "object `b.x` at offset 65: its path is not that of object number 1, `a`, and a name"},
    {"a path that is a name only", "1 a <0: c=0\n2 x <1: c=0",
     "object `x` at offset 65: its path is not that of object number 1, `a`, and a name"},
    {"a path that begins like its parent's", "1 a <0: c=0\n2 ab.x <1: c=0",
     "object `ab.x` at offset 65: its path is not that of object number 1, `a`, and a name"},
    {"a path that leaves one out", "1 a.x <0: c=0", "object `a.x` at offset 23: its path is not that of object number 0, ``, and a name"},
    {"two objects of one path", "1 a <0: c=0\n2 a: c=0\n3 b <0: c=0 b=0\nB0: w=\"ref:2\"",
     "object `a` at offset 65: another object has this path"},
    {"no chunk, and no path", "1: c=0\n2 b <0: c=0 b=0\nB0: w=\"ref:1\"", "object `` at offset 23: it is no chunk, and has no path"},
    {"two children of one name", "1 a <0: c=0\n2 a <0: c=0", "object `` at offset 223: two children have the name `a`"},
    {"two written children of one name", "1 a <0: c=0 children=[\"x=0\",\"y=0\",\"x=1\"]",
     "object `a` at offset 23: two children have the name `x`"},
    {"unknown record", R"({op_type: "New" domain: "tracegate" output: "X0"})",
     "node `New` at offset 23: record `New` is not known to module/1; a newer tracegate may know it"},
    {"record without a type", R"({domain: "tracegate" output: "X0"})",
     "node `` at offset 23: record `` is not known to module/1; a newer tracegate may know it"},
};

TEST_CASE("module/1: objects that are refused") {
  for (const Row& row : kObjects) check(row);
}

const Row kMetadata[] = {
    {"digest is missing", "-tracegate.digest",
     "metadata `tracegate.digest` is missing: the file is cut off, or an older tracegate_export wrote it; export the model again"},
    {"digest of another file", "tracegate.digest=crc32sum:13:0000000612345678",
     "metadata `tracegate.digest` is `crc32sum:13:0000000612345678`, but the content of the file gives `crc32sum:13:00000005f30365a1`: it "
     "is damaged or was edited; export the model again"},
    {"digest of another form", R"(tracegate.digest=x\n)",
     "metadata `tracegate.digest` is `x\\u000a`, but the content of the file gives `crc32sum:13:00000005f30365a1`: it is damaged or was "
     "edited; export the model again"},
    {"digest in capitals", "tracegate.digest=CRC32SUM:13:0000000612345678",
     "metadata `tracegate.digest` is `CRC32SUM:13:0000000612345678`, but the content of the file gives `crc32sum:13:00000005f30365a1`: it "
     "is damaged or was edited; export the model again"},
    {"collected is missing", "-tracegate.collected", "metadata `tracegate.collected` is missing"},
    {"chunks is missing", "-tracegate.chunks", "metadata `tracegate.chunks` is missing"},
    {"reads is missing", "-tracegate.reads", "metadata `tracegate.reads` is missing"},
    {"instance is missing", "-tracegate.instance", "metadata `tracegate.instance` is missing"},
    {"hooks is missing", "-tracegate.hooks", "metadata `tracegate.hooks` is missing"},
    {"tables is missing", "-tracegate.tables", "metadata `tracegate.tables` is missing"},
    {"globals is missing", "-tracegate.globals", "metadata `tracegate.globals` is missing"},
    {"unknown key", "tracegate.later=x",
     "metadata `tracegate.later` at offset 396 is not known to module/1; a newer tracegate may know it"},
    {"unknown kind", "tracegate.collected=callables later",
     "metadata `tracegate.collected`: kind `later` is not known to module/1; a newer tracegate may know it"},
    {"kinds with two spaces", "tracegate.collected=callables  hooks",
     "metadata `tracegate.collected`: kind `` is not known to module/1; a newer tracegate may know it"},
    {"read without a name", R"(tracegate.reads=a\n\nb)", "metadata `tracegate.reads`: `` is no name"},
    {"read that is not escaped", "tracegate.reads=a\tb", R"(metadata `tracegate.reads`: `a\u0009b` is no name)"},
    {"read on nothing", "tracegate.reads=>a", "metadata `tracegate.reads`: `` is no name"},
    {"read of nothing", "tracegate.reads=a>", "metadata `tracegate.reads`: `` is no name"},
    {"instance key without a name", R"(tracegate.instance=\na)", "metadata `tracegate.instance`: `` is no name"},
    {"hook table that is not escaped", R"(tracegate.hooks=a\)", R"(metadata `tracegate.hooks`: `a\\` is no name)"},
    {"table without a name", "tracegate.tables= kind", "metadata `tracegate.tables`: `` is no name"},
    {"global without a value", "tracegate.globals=m:a", "metadata `tracegate.globals`: `m:a` has no `=`"},
    {"global without a name", "tracegate.globals==int:1", "metadata `tracegate.globals`: `` is no name"},
    {"global that is no value", "tracegate.globals=m:a=1", "metadata `tracegate.globals`: `1` is no value of the dialect"},
    {"global absent in another way", "tracegate.globals=m:a=absent:package",
     "metadata `tracegate.globals`: `absent:package` is no value of the dialect"},
    {"a global twice", R"(tracegate.globals=m:a=int:1\nm:a=int:2)", "metadata `tracegate.globals`: `m:a` is there twice"},
    {"global that refers to nothing", "tracegate.globals=m:a=ref:1",
     "metadata `tracegate.globals` refers to object number 1, but the file holds 1"},
    {"a read twice", R"(tracegate.reads=a\nb\na)", "metadata `tracegate.reads`: `a` is there twice"},
    {"a restricted read twice", R"(tracegate.reads=a>b\na>b)", "metadata `tracegate.reads`: `a>b` is there twice"},
    {"an instance key twice", R"(tracegate.instance=a\na)", "metadata `tracegate.instance`: `a` is there twice"},
    {"a hook table twice", R"(tracegate.hooks=a\na)", "metadata `tracegate.hooks`: `a` is there twice"},
    {"a table twice", R"(tracegate.tables=a kind\na name)", "metadata `tracegate.tables`: `a` is there twice"},
    {"a kind twice", "tracegate.collected=hooks reads hooks", "metadata `tracegate.collected`: `hooks` is there twice"},
    {"the chunk has the path of one of several", R"(tracegate.chunks=list\nref:0\nnone:)",
     "object `` at offset 139: it is a chunk, whose path is `[0]`"},
    {"no chunks", "tracegate.chunks=", "metadata `tracegate.chunks` is empty; its first line is the kind of the list"},
    {"chunks of another kind", R"(tracegate.chunks=set\nref:0)",
     "metadata `tracegate.chunks`: kind `set` is not known to module/1; a newer tracegate may know it"},
    {"one chunk that is none", "tracegate.chunks=one", "metadata `tracegate.chunks`: `one` with 0 values, expected one"},
    {"one chunk that is two", R"(tracegate.chunks=one\nref:0\nref:0)", "metadata `tracegate.chunks`: `one` with 2 values, expected one"},
    {"chunk that is no value", R"(tracegate.chunks=list\n0)", "metadata `tracegate.chunks`: `0` is no value of the dialect"},
    {"chunk that is not there", R"(tracegate.chunks=list\nref:0\nref:1)",
     "metadata `tracegate.chunks` refers to object number 1, but the file holds 1"},
    {"version without a value", "tracegate.versions=torch", "metadata `tracegate.versions`: `torch` has no `=`"},
    {"a version twice", R"(tracegate.versions=torch=1\ntorch=2)", "metadata `tracegate.versions`: `torch` is there twice"},
    {"run text cut off", "tracegate.run=fact {", "metadata `tracegate.run`: line 1, column 7: Expected identifier, got: "},
    {"run text with an unknown field", R"(tracegate.run=taken_at: 'x'\nlater: 1)",
     R"(metadata `tracegate.run`: line 2, column 6: Message type "tracegate.ir.Run" has no field named "later".)"},
    {"run text with a wrong type", "tracegate.run=taken_at: 1", "metadata `tracegate.run`: line 1, column 11: Expected string, got: 1"},
    {"run text that is no text", "tracegate.run=\001",
     "metadata `tracegate.run`: line 1, column 1: Invalid control characters encountered in text."},
    {"run fact without a name", "tracegate.run=fact { value: 'int:1' }", "metadata `tracegate.run`: `` is no name of a fact"},
    {"run fact whose name is not escaped", R"(tracegate.run=fact { name: '\001' value: 'int:1' })",
     R"(metadata `tracegate.run`: `\u0001` is no name of a fact)"},
    {"run fact without a value", "tracegate.run=fact { name: 'tp' }",
     "metadata `tracegate.run`: fact `tp` has the value ``, which is no value of the dialect"},
    {"run fact that is no value", "tracegate.run=fact { name: 'tp' value: '2' }",
     "metadata `tracegate.run`: fact `tp` has the value `2`, which is no value of the dialect"},
    {"a run fact twice", "tracegate.run=fact { name: 'tp' value: 'int:1' } fact { name: 'tp' value: 'int:1' }",
     "metadata `tracegate.run`: fact `tp` is there twice"},
};

TEST_CASE("module/1: metadata that is refused") {
  for (const Row& row : kMetadata) check(row);
}

TEST_CASE("module/1: metadata twice") {
  const std::string bytes = test::model_bytes(kValid);
  const auto entry = [](const std::string& key, const std::string& value) {
    return test::bytes_field(14, test::bytes_field(1, key) + test::bytes_field(2, value));
  };
  CHECK(test::read_outcome(test::with_digest(bytes + entry("other", "x") + entry("other", "x"))) == "read");
  const std::string where = " at offset " + std::to_string(bytes.size()) + " is there twice";
  CHECK(test::read_outcome(bytes + entry("tracegate.reads", "")) == "metadata `tracegate.reads`" + where);
  CHECK(test::read_outcome(bytes + entry("tracegate.dialect", "module/2")) == "metadata `tracegate.dialect`" + where);
}

TEST_CASE("module/1: at most 1,000 names on which reads are asked for") {
  const auto reads = [](int count) {
    std::string text = "tracegate.reads=";
    for (int i = 0; i < count; ++i) text.append("on").append(std::to_string(i)).append(">a\\n");
    return test::read_outcome(test::model_bytes(text + kValid));
  };
  CHECK(reads(1000) == "read");
  CHECK(reads(1001) == "metadata `tracegate.reads`: 1001 names stand before `>`, at most 1000 are read");
}

}  // namespace
}  // namespace tracegate::ir
