// Values: every form of the dialect, what is none of them, and numbers as Python's == sees them.
#include "ir/graph/value.h"

#include <limits>
#include <optional>
#include <string>

#include <doctest/doctest.h>

namespace tracegate::ir {
namespace {

struct Form {
  std::string text;
  ValueKind kind;
  std::uint32_t record = 0;
};

const Form kForms[] = {
    {"none:", ValueKind::kNone},
    {"bool:True", ValueKind::kBool},
    {"bool:False", ValueKind::kBool},
    {"int:0", ValueKind::kInt},
    {"int:-3", ValueKind::kInt},
    {"int:99999999999999999999999999", ValueKind::kInt},
    {"float:0.0", ValueKind::kFloat},
    {"float:-0.0", ValueKind::kFloat},
    {"float:1e-06", ValueKind::kFloat},
    {"float:1e+16", ValueKind::kFloat},
    {"float:5e-324", ValueKind::kFloat},
    {"float:1.7976931348623157e+308", ValueKind::kFloat},
    {"float:nan", ValueKind::kFloat},
    {"float:inf", ValueKind::kFloat},
    {"float:-inf", ValueKind::kFloat},
    {"str:", ValueKind::kString},
    {"str:full", ValueKind::kString},
    {"str:a:b=c", ValueKind::kString},
    {R"(str:two\u000alines)", ValueKind::kString},
    {"cut:5000:begin", ValueKind::kCutString},
    {"cut:5000:", ValueKind::kCutString},
    {"dtype:bfloat16", ValueKind::kDtype},
    {"num:numpy.int64=2048", ValueKind::kNumber},
    {"num:pkg.Flag=1", ValueKind::kNumber},
    {"num:numpy.float32=nan", ValueKind::kNumber},
    {"num:pkg.odd=name=2.5", ValueKind::kNumber},
    {"substr:pkg.Str=none", ValueKind::kStringSubclass},
    {"substr:pkg.Str=", ValueKind::kStringSubclass},
    {"enum:pkg.Color.RED", ValueKind::kEnum},
    {"tensor:bfloat16[2048,8]", ValueKind::kTensor},
    {"tensor:float32[?,8]", ValueKind::kTensor},
    {"tensor:float32[0]", ValueKind::kTensor},
    {"tensor:float32[]", ValueKind::kTensor},
    {"tensor:float32[]=0.0", ValueKind::kTensor},
    {"tensor:bool[]=1", ValueKind::kTensor},
    {"fn:7", ValueKind::kCallable, 7},
    {"ref:12", ValueKind::kObject, 12},
    {"ref:4294967294", ValueKind::kObject, 4294967294},
    {"seq:0", ValueKind::kSequence, 0},
    {"table:0", ValueKind::kTable, 0},
    {"other:pkg.Class", ValueKind::kOther},
    {"opaque:builtins.int", ValueKind::kOpaque},
    {"unreadable:builtins.RuntimeError", ValueKind::kUnreadable},
};

TEST_CASE("value: every form of the dialect") {
  Strings strings;
  for (const Form& row : kForms) {
    CAPTURE(row.text);
    const auto value = parse_value(row.text, strings);
    REQUIRE(value.has_value());
    CHECK(value->kind == row.kind);
    CHECK(value->record == row.record);
    CHECK(strings.text(value->text) == row.text);
    CHECK(*value == *parse_value(row.text, strings));
  }
}

const std::string kNoValues[] = {"",
                                 "none",
                                 ":",
                                 "None:",
                                 "none:x",
                                 "bool:true",
                                 "bool:1",
                                 "bool:",
                                 "int:",
                                 "int:-",
                                 "int:+1",
                                 "int:01",
                                 "int:-0",
                                 "int:1.0",
                                 "int:1_000",
                                 "int: 1",
                                 "int:0x10",
                                 "float:",
                                 "float:x",
                                 "float:1.0x",
                                 "float:+1.0",
                                 "float:NaN",
                                 "float:INF",
                                 "float:infinity",
                                 "float:nan(1)",
                                 "float:-nan",
                                 "float:.5",
                                 "float:5.",
                                 "float:1e999",
                                 "float:-",
                                 "str:\n",
                                 "str:\xFF",
                                 R"(str:\)",
                                 R"(str:\x41)",
                                 "cut:5000",
                                 "cut::x",
                                 "cut:-1:x",
                                 "cut:5k:x",
                                 "cut:5:\xFF",
                                 "dtype:",
                                 "dtype:\n",
                                 "num:numpy.int64",
                                 "num:=1",
                                 "num:pkg.Int=",
                                 "num:pkg.Int=True",
                                 "num:pkg.Int=0x1",
                                 "substr:",
                                 "substr:pkg.Str",
                                 "substr:=x",
                                 "enum:",
                                 "tensor:",
                                 "tensor:float32",
                                 "tensor:[2]",
                                 "tensor:float32[2",
                                 "tensor:float32]2[",
                                 "tensor:float32[2,]",
                                 "tensor:float32[,2]",
                                 "tensor:float32[-1]",
                                 "tensor:float32[02]",
                                 "tensor:float32[2]x",
                                 "tensor:float32[]=",
                                 "tensor:float32[]=x",
                                 "tensor:float32[2]=1.0",
                                 "tensor:float32[ 2]",
                                 "fn:",
                                 "fn:-1",
                                 "fn:01",
                                 "fn:1x",
                                 "fn:x",
                                 "ref:4294967296",
                                 "ref:",
                                 "seq:99999999999999999999",
                                 "table:1.0",
                                 "other:",
                                 "opaque:",
                                 "unreadable:",
                                 "later:1",
                                 "refs:1",
                                 "re:1",
                                 std::string("str:a\0b", 7)};

TEST_CASE("value: no form of the dialect") {
  Strings strings;
  for (const std::string& text : kNoValues) {
    CAPTURE(text);
    CHECK_FALSE(parse_value(text, strings).has_value());
  }
  CHECK(strings.size() == 0);  // what is refused is not kept
}

TEST_CASE("value: the same text under two tags is two values") {
  Strings strings;
  CHECK_FALSE(*parse_value("int:1", strings) == *parse_value("float:1.0", strings));
  CHECK_FALSE(*parse_value("bool:True", strings) == *parse_value("str:True", strings));
}

struct Equal {
  std::string a;
  std::string b;
  bool equal;
};

const Equal kEqual[] = {
    {"int:2048", "float:2048.0", true},
    {"int:2048", "num:numpy.int64=2048", true},
    {"int:2048", "num:numpy.float32=2048.0", true},
    {"int:1", "bool:True", true},
    {"int:0", "bool:False", true},
    {"int:1", "num:numpy.bool_=1", true},
    {"float:-0.0", "int:0", true},
    {"float:-0.0", "float:0.0", true},
    {"float:0.5", "tensor:float32[]=0.5", true},
    {"int:1", "tensor:bool[]=1", true},
    {"float:inf", "float:inf", true},
    {"int:9007199254740992", "float:9007199254740992.0", true},
    {"int:-9223372036854775808", "int:-9223372036854775808", true},
    {"int:2048", "int:2049", false},
    {"float:nan", "float:nan", false},
    {"float:inf", "float:-inf", false},
    {"float:0.5", "int:0", false},
    {"int:9007199254740993", "float:9007199254740992.0", false},
    // Above 64 bits only the sign is kept, so nothing is claimed.
    {"int:99999999999999999999", "int:99999999999999999999", false},
    {"int:9223372036854775808", "int:-9223372036854775808", false},
};

TEST_CASE("value: numbers are equal as in Python") {
  for (const Equal& row : kEqual) {
    CAPTURE(row.a);
    CAPTURE(row.b);
    const auto a = number_of(row.a), b = number_of(row.b);
    REQUIRE(a.has_value());
    REQUIRE(b.has_value());
    CHECK((*a == *b) == row.equal);
    CHECK((*b == *a) == row.equal);
  }
}

const std::string kNoNumbers[] = {
    "none:",      "str:1",       "dtype:int8",          "tensor:float32[]", "tensor:float32[2]", "ref:1", "seq:0", "cut:5:1",
    "enum:a.B.C", "other:pkg.C", "opaque:builtins.int", "unreadable:pkg.E", "substr:pkg.Str=1",  "fn:1",  "int",   "",
    ":1",         "later:1"};

TEST_CASE("value: no numbers") {
  for (const std::string& text : kNoNumbers) {
    CAPTURE(text);
    CHECK_FALSE(number_of(text).has_value());
  }
}

struct Parsed {
  std::string text;
  bool is_integer;
  bool big;
  bool negative;
  std::int64_t integer;
  double real;
};

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

const Parsed kParsed[] = {
    {"3", true, false, false, 3, 0},
    {"-1", true, false, true, -1, 0},
    {"-0.0", true, false, false, 0, 0},
    {"0.5", false, false, false, 0, 0.5},
    {"-0.5", false, false, true, 0, -0.5},
    {"-2.0", true, false, true, -2, 0},
    {"9223372036854775807", true, false, false, kMost, 0},
    {"-9223372036854775808", true, false, true, kLeast, 0},
    {"9223372036854775808", true, true, false, 0, 0},
    {"-9223372036854775809", true, true, true, 0, 0},
    {"1e+16", false, false, false, 0, 1e16},
    {"-inf", false, false, true, 0, -std::numeric_limits<double>::infinity()},
};

TEST_CASE("value: parse_number") {
  for (const Parsed& row : kParsed) {
    CAPTURE(row.text);
    const auto number = parse_number(row.text);
    REQUIRE(number.has_value());
    CHECK(number->is_integer == row.is_integer);
    CHECK(number->big == row.big);
    CHECK(number->negative == row.negative);
    if (!row.big) CHECK(number->integer == row.integer);
    CHECK(number->real == row.real);
  }
  for (const std::string text : {"", "-", "x", "1x", "1 ", " 1", "+1", "1,0", "0x10", "--1", "1e", "infinity", "NAN"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_number(text).has_value());
  }
}

TEST_CASE("value: a long number costs no more than its length") {
  const auto number = number_of("int:-" + std::string(1'000'000, '9'));
  REQUIRE(number.has_value());
  CHECK(number->big);
  CHECK(number->negative);
  Strings strings;
  CHECK(parse_value("float:0." + std::string(1'000'000, '3'), strings).has_value());
}

struct Product {
  std::string number;
  std::int64_t factor;
  std::optional<std::int64_t> expected;
};

const Product kProducts[] = {
    {"3", 2, 6},        {"3.0", -2, -6},
    {"0", kLeast, 0},   {"-1", kMost, -kMost},
    {"0.5", 2, {}},     {"nan", 1, {}},
    {"-1", kLeast, {}}, {"9223372036854775807", 2, {}},
    {"inf", 1, {}},     {"99999999999999999999", 0, {}},
};

TEST_CASE("value: times") {
  for (const Product& row : kProducts) {
    CAPTURE(row.number);
    CAPTURE(row.factor);
    const auto product = times(*parse_number(row.number), row.factor);
    CHECK(product.has_value() == row.expected.has_value());
    if (!product || !row.expected) continue;
    CHECK(product->integer == *row.expected);
    CHECK(product->negative == (*row.expected < 0));
  }
}

TEST_CASE("value: the dimensions of a tensor") {
  const auto type = tensor_type("bfloat16[2048,?,99999999999999999999,0]");
  REQUIRE(type.has_value());
  CHECK(type->dtype == "bfloat16");
  CHECK(type->rank == 4);
  CHECK(type->dimensions == "2048,?,99999999999999999999,0");
  CHECK(type->dimension(0) == 2048);
  CHECK_FALSE(type->dimension(1).has_value());
  CHECK_FALSE(type->dimension(2).has_value());
  CHECK(type->dimension(3) == 0);
  CHECK(tensor_type("float32[]=0.5")->rank == 0);
}

TEST_CASE("value: payload") {
  CHECK(payload("str:full") == "full");
  CHECK(payload("str:a:b") == "a:b");
  CHECK(payload("none:") == "");
  CHECK(payload("no tag") == "");
}

}  // namespace
}  // namespace tracegate::ir
