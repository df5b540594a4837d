#include "ir/onnx/digest.h"

#include <cstdint>

#include <fmt/format.h>
#include <zlib.h>

#include "ir/onnx/onnx_schema.h"
#include "ir/onnx/onnx_stream.h"
#include "ir/onnx/wire.h"

namespace tracegate::ir {
namespace {

class Digest {
 public:
  Digest(const Source& source, std::string_view own_key) : wire_(source), own_key_(own_key) {}

  std::string text() {
    const std::uint32_t model = start("M"), graph = start("G");
    while (wire_.next()) {
      if (wire_.field() == schema::Model::kGraph) {
        const std::uint64_t outer = wire_.enter();
        while (wire_.next()) {
          const std::uint64_t begin = wire_.field_offset();
          const bool tensor = wire_.field() == schema::Graph::kInitializer || wire_.field() == schema::Graph::kSparseInitializer;
          wire_.skip();
          if (!tensor) add(graph, begin);
        }
        wire_.leave(outer);
        continue;
      }
      const std::uint64_t begin = wire_.field_offset();
      if (wire_.field() == schema::Model::kMetadata) {
        if (entry_key() == own_key_) continue;
      } else {
        wire_.skip();
      }
      add(model, begin);
    }
    return fmt::format("crc32sum:{}:{:016x}", count_, sum_);
  }

 private:
  static std::uint32_t start(const char* letter) {
    return static_cast<std::uint32_t>(::crc32(0, reinterpret_cast<const Bytef*>(letter), 1));
  }

  // The field from its tag to its end, which the cursor has just passed.
  void add(std::uint32_t crc, std::uint64_t begin) {
    wire_.replay(begin, [&](const char* bytes, std::size_t size) {
      crc = static_cast<std::uint32_t>(::crc32_z(crc, reinterpret_cast<const Bytef*>(bytes), size));
    });
    sum_ += crc;  // modulo 2^64: the order does not matter
    ++count_;
  }

  // Passes over an entry of the metadata.
  std::string entry_key() {
    std::string key;
    const std::uint64_t outer = wire_.enter();
    while (wire_.next()) {
      if (wire_.field() == schema::Entry::kKey) {
        key.clear();
        wire_.append_bytes(key, kTextLimit, "a metadata key");
      } else {
        wire_.skip();
      }
    }
    wire_.leave(outer);
    return key;
  }

  Wire wire_;
  std::string_view own_key_;
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
};

}  // namespace

std::string content_digest(const Source& source, std::string_view own_key) { return Digest(source, own_key).text(); }

}  // namespace tracegate::ir
