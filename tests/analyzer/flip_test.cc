// No damaged bit may make a matched file of a missed one: every bit of every missed fixture.
//
// The digest is a sum over pieces (tests/ir/digest_test.cc), so a bit inside a piece needs only that piece's checksum: where it changes,
// the file is refused. The bits that decide where pieces begin and end, and those of the digest itself, go through the whole reader, and
// what it reads is judged. TRACEGATE_NIGHTLY=1 sends every bit through the reader.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <zlib.h>

#include "ir/onnx/source.h"
#include "ir/onnx/wire.h"
#include "ir/text/error.h"
#include "tests/support/judging.h"
#include "tests/support/model_text.h"

namespace tracegate {
namespace {

struct Counts {
  std::uint64_t flips = 0, by_checksum = 0, refused = 0, read = 0, matched = 0;
};

// A field of the model or of its graph: where it begins, where its payload does, and where it ends.
struct Piece {
  std::uint64_t begin = 0, payload = 0, end = 0;
};

constexpr std::uint32_t kGraph = 7;  // of ModelProto

// The pieces of the digest whose payload can be damaged without moving another piece.
std::vector<Piece> pieces_of(const std::string& bytes) {
  std::vector<Piece> pieces;
  const ir::MemorySource source(bytes);
  ir::Wire wire(source);
  const auto take = [&] {
    const std::uint64_t begin = wire.field_offset();
    if (wire.type() != ir::WireType::kBytes) return wire.skip();
    const std::uint64_t outer = wire.enter();
    const std::uint64_t payload = wire.position();
    wire.leave(outer);
    if (std::string_view(bytes).substr(payload, wire.position() - payload).find("tracegate.digest") != std::string_view::npos) return;
    pieces.push_back({begin, payload, wire.position()});
  };
  while (wire.next()) {
    if (wire.field() != kGraph) {
      take();
      continue;
    }
    const std::uint64_t outer = wire.enter();
    while (wire.next()) take();
    wire.leave(outer);
  }
  return pieces;
}

std::uint32_t checksum(const std::string& bytes, const Piece& piece) {
  return static_cast<std::uint32_t>(::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data() + piece.begin), piece.end - piece.begin));
}

// Calls `tried` for each bit of bytes [begin, end), while it is flipped.
template <typename Tried>
void flip(std::string& bytes, std::uint64_t begin, std::uint64_t end, const Tried& tried) {
  for (std::uint64_t at = begin; at < end; ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
      tried();
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
    }
  }
}

void count(const std::string& path, bool every_bit_is_read, Counts& counts) {
  const auto& profile = test::shipped(std::filesystem::path(path).parent_path().filename().string());
  std::string bytes = test::file_bytes(path);
  const auto read = [&] {
    ++counts.flips;
    try {
      const auto report = test::judge_bytes(bytes, profile);
      ++counts.read;
      if (report.verdict == rules::Verdict::kMatched) ++counts.matched;
    } catch (const ir::ReadError&) {
      ++counts.refused;
    }
  };
  std::uint64_t done = 0;
  if (!every_bit_is_read) {
    for (const Piece& piece : pieces_of(bytes)) {
      const std::uint32_t whole = checksum(bytes, piece);
      flip(bytes, done, piece.payload, read);
      flip(bytes, piece.payload, piece.end, [&] {
        ++counts.flips;
        if (checksum(bytes, piece) != whole) ++counts.by_checksum;
      });
      done = piece.end;
    }
  }
  flip(bytes, done, bytes.size(), read);
}

TEST_CASE("no flipped bit makes a missed fixture matched") {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_path("fixtures"))) {
    if (entry.path().filename().string().starts_with("missed__")) paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  REQUIRE(paths.size() > 100);
  const char* nightly = std::getenv("TRACEGATE_NIGHTLY");
  const bool every_bit_is_read = nightly != nullptr && std::string_view(nightly) == "1";
  Counts counts;
  for (const std::string& path : paths) {
    CAPTURE(path);
    const Counts before = counts;
    count(path, every_bit_is_read, counts);
    CHECK(counts.flips - before.flips == 8 * std::filesystem::file_size(path));
    CHECK(counts.by_checksum + counts.refused == counts.flips);
    CHECK(counts.read == 0);
    CHECK(counts.matched == 0);
  }
  MESSAGE(paths.size(), " files, ", counts.flips, " flips: ", counts.by_checksum, " change the checksum of their piece, ", counts.refused,
          " were refused by the reader, ", counts.read, " read, ", counts.matched, " matched");
}

}  // namespace
}  // namespace tracegate
