// The digest over a file: what it covers, and that no order and no tensor changes it.
#include "ir/onnx/digest.h"

#include <cstdint>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "ir/onnx/source.h"
#include "ir/onnx/wire.h"
#include "tests/support/wire_bytes.h"

namespace tracegate::ir {
namespace {

using test::bytes_field;

std::string digest(const std::string& bytes) { return content_digest(MemorySource(bytes), "tracegate.digest"); }

// A polynomial division bit by bit, as the definition of CRC-32 has it: not the library that is tested.
std::uint32_t crc32_of(const std::string& bytes) {
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
  }
  return ~crc;
}

std::string expected(const std::vector<std::string>& pieces) {
  std::uint64_t sum = 0;
  for (const std::string& piece : pieces) sum += crc32_of(piece);
  return fmt::format("crc32sum:{}:{:016x}", pieces.size(), sum);
}

std::string entry(const std::string& key, const std::string& value) { return bytes_field(14, bytes_field(1, key) + bytes_field(2, value)); }

TEST_CASE("digest: which pieces a file has") {
  CHECK(crc32_of("123456789") == 0xCBF43926);  // the check value of CRC-32
  const std::string node = bytes_field(1, bytes_field(4, "Add")), name = bytes_field(2, "g"),
                    weight = bytes_field(5, std::string(300, 'w'));
  const std::string sparse = bytes_field(15, "s"), producer = bytes_field(2, "p"), version = std::string("\x08\x08");
  const std::string own = entry("tracegate.digest", "x"), other = entry("k", "v"), unknown = bytes_field(200, "u");
  const std::string fixed = std::string("\x7D") + "abcd", wide = std::string("\x79") + "abcdefgh";
  const struct {
    std::string label;
    std::string bytes;
    std::vector<std::string> pieces;
  } rows[] = {
      {"nothing", "", {}},
      {"a number", version, {"M" + version}},
      {"numbers of fixed width", fixed + wide, {"M" + fixed, "M" + wide}},
      {"an unknown field", unknown, {"M" + unknown}},
      {"metadata", other, {"M" + other}},
      {"its own entry", other + own, {"M" + other}},
      {"its own entry in front", own + other, {"M" + other}},
      {"an empty graph is no piece", bytes_field(7, ""), {}},
      {"a node", bytes_field(7, node), {"G" + node}},
      {"equal nodes", bytes_field(7, node + node), {"G" + node, "G" + node}},
      {"a node outside of the graph is another piece", node, {"M" + node}},
      {"the graph's name and an unknown field", bytes_field(7, name + unknown), {"G" + name, "G" + unknown}},
      {"tensors are none", bytes_field(7, weight + node + sparse), {"G" + node}},
      {"tensors outside of the graph are", weight, {"M" + weight}},
      {"all, in one order",
       version + producer + bytes_field(7, node + name) + other,
       {"M" + version, "M" + producer, "G" + node, "G" + name, "M" + other}},
      {"all, in another",
       other + bytes_field(7, name + node) + producer + version,
       {"M" + version, "M" + producer, "G" + node, "G" + name, "M" + other}},
      {"a piece longer than the buffer",
       bytes_field(7, bytes_field(1, std::string(3 * Wire::kBufferBytes, 'n'))),
       {"G" + bytes_field(1, std::string(3 * Wire::kBufferBytes, 'n'))}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.label);
    CHECK(digest(row.bytes) == expected(row.pieces));
  }
}

}  // namespace
}  // namespace tracegate::ir
