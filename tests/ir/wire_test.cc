// The wire walker on bytes by hand: numbers, lengths, skipping, nesting, and what is no protobuf.
#include "ir/onnx/wire.h"

#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ir/text/error.h"
#include "tests/support/wire_bytes.h"

namespace tracegate::ir {
namespace {

using test::bytes_field;
using test::number_field;
using test::tag;
using test::varint;
using namespace std::string_literals;

// What the fields of one message are: "1=5 2:3" for the number 5 in field 1 and 3 bytes in field 2, or the fault behind them.
std::string fields_of(const std::string& bytes) {
  const MemorySource source(bytes);
  Wire wire(source);
  std::string out;
  try {
    while (wire.next()) {
      if (!out.empty() && !out.ends_with(' ')) out += ' ';
      switch (wire.type()) {
        case WireType::kVarint:
          out += fmt::format("{}={}", wire.field(), wire.varint());
          break;
        case WireType::kFixed32:
          out += fmt::format("{}={:#x}", wire.field(), wire.fixed32());
          break;
        case WireType::kFixed64:
          wire.skip();
          out += fmt::format("{}:8", wire.field());
          break;
        case WireType::kBytes: {
          std::string text;
          wire.append_bytes(text, 1000, "a text");
          out += fmt::format("{}:{}", wire.field(), text.size());
          break;
        }
      }
    }
  } catch (const ReadError& error) {
    out += out.empty() ? error.what() : fmt::format("| {}", error.what());
  }
  return out;
}

struct Row {
  std::string name;
  std::string bytes;
  std::string expected;
};

const Row kFields[] = {
    {"nothing", "", ""},
    {"lowest field", tag(1, 0) + "\x05", "1=5"},
    {"highest field", tag(536'870'911, 0) + "\x05", "536870911=5"},
    {"zero in two bytes", "\x08\x80\x00"s, "1=0"},
    {"overlong tag", "\x88\x80\x80\x00\x05"s, "1=5"},
    {"five in ten bytes", "\x08\x85\x80\x80\x80\x80\x80\x80\x80\x80\x00"s, "1=5"},
    {"fixed32, low byte first", "\x0D\x78\x56\x34\x12"s, "1=0x12345678"},
    {"fixed64",
     "\x09"
     "12345678"s,
     "1:8"},
    {"empty text", tag(2, 2) + "\0"s, "2:0"},
    {"text", bytes_field(2, "abc"), "2:3"},
    {"several fields, one twice", number_field(3, 7) + bytes_field(2, "abc") + number_field(3, 8), "3=7 2:3 3=8"},
};

TEST_CASE("wire: fields") {
  for (const Row& row : kFields) {
    CAPTURE(row.name);
    CHECK(fields_of(row.bytes) == row.expected);
  }
}

const Row kFaults[] = {
    {"tag cut off", "\x80", "a number is cut off at offset 0"},
    {"number missing", "\x08", "a number is cut off at offset 0"},
    {"number cut off", "\x08\x80\x80"s, "a number is cut off at offset 0"},
    {"number of 11 bytes", tag(1, 0) + std::string(10, '\x80') + "\x00"s, "a number is longer than 64 bits at offset 0"},
    {"number of 10 bytes and more than 64 bits", tag(1, 0) + std::string(9, '\xFF') + "\x02",
     "a number is longer than 64 bits at offset 0"},
    {"tag of more than 64 bits", std::string(9, '\xFF') + "\x7F", "a number is longer than 64 bits at offset 0"},
    {"field 0", "\x00\x05"s, "no protobuf field starts here: not an ONNX file, or damaged, at offset 0"},
    {"field above the highest", varint(std::uint64_t{536'870'912} << 3) + "\x05",
     "no protobuf field starts here: not an ONNX file, or damaged, at offset 0"},
    {"field number of 61 bits", std::string(9, '\xF8') + "\x01",
     "no protobuf field starts here: not an ONNX file, or damaged, at offset 0"},
    {"start of a group", tag(1, 3), "wire type 3 is not used by ONNX: not an ONNX file, or damaged, at offset 0"},
    {"end of a group", tag(1, 4), "wire type 4 is not used by ONNX: not an ONNX file, or damaged, at offset 0"},
    {"wire type 6", tag(1, 6), "wire type 6 is not used by ONNX: not an ONNX file, or damaged, at offset 0"},
    {"wire type 7", tag(1, 7), "wire type 7 is not used by ONNX: not an ONNX file, or damaged, at offset 0"},
    {"fixed32 cut off",
     "\x0D"
     "123",
     "a number is cut off at offset 0"},
    {"fixed64 cut off",
     "\x09"
     "1234567",
     "a number is cut off at offset 0"},
    {"length missing", "\x12", "a number is cut off at offset 0"},
    {"length one past the end",
     "\x12\x04"
     "abc",
     "field 2 claims 4 bytes, but 3 are left in what holds it: cut off or damaged, at offset 0"},
    {"length of 2^32 and 3: not cut to 32 bits", tag(2, 2) + varint((std::uint64_t{1} << 32) + 3) + "abc",
     "field 2 claims 4294967299 bytes, but 3 are left in what holds it: cut off or damaged, at offset 0"},
    {"length of 2^64 - 1", tag(2, 2) + varint(std::numeric_limits<std::uint64_t>::max()) + "abc",
     "field 2 claims 18446744073709551615 bytes, but 3 are left in what holds it: cut off or damaged, at offset 0"},
    {"more than the caller takes", bytes_field(2, std::string(1001, 'x')), "a text has 1001 bytes, at most 1000 are read, at offset 0"},
    {"behind a good field",
     number_field(1, 5) + "\x12\x04"
                          "abc",
     "1=5 | field 2 claims 4 bytes, but 3 are left in what holds it: cut off or damaged, at offset 2"},
};

TEST_CASE("wire: faults") {
  for (const Row& row : kFaults) {
    CAPTURE(row.name);
    CHECK(fields_of(row.bytes) == row.expected);
  }
}

TEST_CASE("wire: numbers of every length") {
  for (unsigned bits = 0; bits <= 64; ++bits) {
    const std::uint64_t largest = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    CAPTURE(bits);
    CHECK(fields_of(number_field(1, largest)) == fmt::format("1={}", largest));
    if (bits < 64) CHECK(fields_of(number_field(1, largest + 1)) == fmt::format("1={}", largest + 1));
  }
}

std::string fault_of(const std::string& bytes, void (*read)(Wire&)) {
  const MemorySource source(bytes);
  Wire wire(source);
  try {
    wire.next();
    read(wire);
    return "no fault";
  } catch (const ReadError& error) {
    return error.what();
  }
}

TEST_CASE("wire: a field of another type") {
  const auto number = [](Wire& wire) { wire.varint(); };
  const auto fixed = [](Wire& wire) { wire.fixed32(); };
  const auto message = [](Wire& wire) { wire.enter(); };
  CHECK(fault_of(bytes_field(1, "x"), number) == "field 1 has wire type 2, expected 0 at offset 0");
  CHECK(fault_of(number_field(1, 5), fixed) == "field 1 has wire type 0, expected 5 at offset 0");
  CHECK(fault_of("\x0D"
                 "1234",
                 message) == "field 1 has wire type 5, expected 2 at offset 0");
}

TEST_CASE("wire: every type is skipped, and checked while it is") {
  const Row rows[] = {
      {"number", number_field(1, ~std::uint64_t{0}), "no fault"},
      {"fixed32",
       "\x0D"
       "1234",
       "no fault"},
      {"fixed64",
       "\x09"
       "12345678",
       "no fault"},
      {"bytes", bytes_field(1, "abc"), "no fault"},
      {"number cut off", "\x08\x80", "a number is cut off at offset 0"},
      {"fixed32 cut off",
       "\x0D"
       "123",
       "a number is cut off at offset 0"},
      {"fixed64 cut off",
       "\x09"
       "1234567",
       "a number is cut off at offset 0"},
      {"bytes cut off",
       "\x0A\x04"
       "abc",
       "field 1 claims 4 bytes, but 3 are left in what holds it: cut off or damaged, at offset 0"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(fault_of(row.bytes, [](Wire& wire) {
            wire.skip();
            if (wire.next()) wire.fail("something is left");
          }) == row.expected);
  }
}

TEST_CASE("wire: a message is held against the end of what is around it") {
  // Field 2 inside field 1 claims more than field 1 has, but not more than the file.
  const std::string bytes = bytes_field(1,
                                        "\x12\x05"
                                        "ab") +
                            "cdefgh";
  const auto enter_and = [](Wire& wire) {
    wire.enter();
    wire.next();
    wire.skip();
  };
  CHECK(fault_of(bytes, enter_and) == "field 2 claims 5 bytes, but 2 are left in what holds it: cut off or damaged, at offset 2");
  CHECK(fault_of(bytes_field(1, "\x08\x80") + "\x01", enter_and) == "a number is cut off at offset 2");
  CHECK(fault_of(bytes_field(1,
                             "\x0D"
                             "12") +
                     "34",
                 enter_and) == "a number is cut off at offset 2");
  CHECK(fault_of(bytes_field(1,
                             "\x09"
                             "1234") +
                     "5678",
                 enter_and) == "a number is cut off at offset 2");
}

TEST_CASE("wire: leaving a message early goes on behind it") {
  const std::string bytes = bytes_field(1, number_field(5, 1) + number_field(6, 2)) + number_field(7, 3);
  const MemorySource source(bytes);
  Wire wire(source);
  REQUIRE(wire.next());
  const auto outer = wire.enter();
  REQUIRE(wire.next());
  CHECK(wire.field() == 5);
  wire.leave(outer);
  REQUIRE(wire.next());
  CHECK(wire.field() == 7);
  CHECK(wire.field_offset() == 6);
  CHECK(wire.varint() == 3);
  CHECK_FALSE(wire.next());
}

TEST_CASE("wire: packed numbers") {
  const std::string bytes = bytes_field(1, varint(1) + varint(300) + varint(~std::uint64_t{0}));
  const MemorySource source(bytes);
  Wire wire(source);
  REQUIRE(wire.next());
  wire.enter();
  std::vector<std::uint64_t> numbers;
  while (wire.position() < wire.end()) numbers.push_back(wire.packed_varint());
  CHECK(numbers == std::vector<std::uint64_t>{1, 300, ~std::uint64_t{0}});
  CHECK(fault_of(bytes_field(1, "\x80") + "\x01", [](Wire& w) {
          w.enter();
          w.packed_varint();
        }) == "a number is cut off at offset 0");
}

// Gives one byte at a time: a read may be shorter than what was asked for.
class Drip final : public Source {
 public:
  explicit Drip(std::string_view bytes) : memory_(bytes) {}
  std::uint64_t size() const override { return memory_.size(); }
  std::size_t read(std::uint64_t offset, char* to, std::size_t) const override { return memory_.read(offset, to, 1); }

 private:
  MemorySource memory_;
};

TEST_CASE("wire: short reads") {
  const std::string bytes = number_field(1, 300) + bytes_field(2, "hello");
  const Drip source(bytes);
  Wire wire(source);
  REQUIRE(wire.next());
  CHECK(wire.varint() == 300);
  REQUIRE(wire.next());
  std::string text = "kept, ";
  wire.append_bytes(text, 5, "a text");
  CHECK(text == "kept, hello");
}

TEST_CASE("wire: a text across the border of the buffer") {
  for (std::size_t before = Wire::kBufferBytes - 8; before <= Wire::kBufferBytes; ++before) {
    const std::string bytes = bytes_field(1, std::string(before, 'x')) + bytes_field(2, "border") + number_field(3, 1'000'000);
    const MemorySource source(bytes);
    Wire wire(source);
    CAPTURE(before);
    std::string long_text, text;
    REQUIRE(wire.next());
    wire.append_bytes(long_text, bytes.size(), "a text");
    CHECK(long_text.size() == before);
    REQUIRE(wire.next());
    wire.append_bytes(text, 6, "a text");
    CHECK(text == "border");
    REQUIRE(wire.next());
    CHECK(wire.varint() == 1'000'000);
    CHECK_FALSE(wire.next());
  }
}

}  // namespace
}  // namespace tracegate::ir
