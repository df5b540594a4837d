// A cursor over protobuf's wire format with one bounded buffer.
//
// Lengths are 64 bits wide and every one is held against the end of the message around it before anything is handed out, so a truncated or
// lying file is refused at the first length that passes the end. Payloads are skipped without being read. No recursion: a caller enters a
// message by setting its end and leaves it by restoring the end around it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/onnx/source.h"

namespace tracegate::ir {

enum class WireType : std::uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

class Wire {
 public:
  // Bytes held at once. Larger does not read faster; smaller costs system calls.
  static constexpr std::size_t kBufferBytes = 64 * 1024;

  explicit Wire(const Source& source);

  // The next field of the current message, or false at its end. Throws ReadError for what is no field.
  bool next();
  std::uint32_t field() const { return field_; }
  WireType type() const { return type_; }
  // Where the field began, in bytes from the start of the file.
  std::uint64_t field_offset() const { return field_offset_; }

  // The value of the current field. Each throws ReadError where the type is another one.
  std::uint64_t varint();
  std::uint32_t fixed32();
  // The length of a length-delimited field; its bytes follow.
  std::uint64_t length();

  // Enters the message that the current field holds; returns the end to restore.
  std::uint64_t enter();
  void leave(std::uint64_t outer_end);
  std::uint64_t end() const { return end_; }
  std::uint64_t position() const { return position_; }

  // Appends the bytes of the current field to `to`; refuses more than `at_most`.
  void append_bytes(std::string& to, std::uint64_t at_most, std::string_view what);
  // Passes over the value of the current field.
  void skip();

  // Hands out again, as (pointer, size), the bytes from offset `from` to the cursor, which stays where it is. What was read last is still
  // in the buffer.
  template <typename Sink>
  void replay(std::uint64_t from, const Sink& sink) {
    const std::uint64_t to = position_;
    position_ = from;
    while (position_ < to) {
      if (position_ < buffer_start_ || position_ - buffer_start_ >= buffer_size_) fill();
      const auto start = static_cast<std::size_t>(position_ - buffer_start_);
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(to - position_, buffer_size_ - start));
      sink(buffer_.data() + start, count);
      position_ += count;
    }
  }

  // A varint inside a packed field that was entered.
  std::uint64_t packed_varint() { return read_varint(); }

  [[noreturn]] void fail(std::string_view what) const;

 private:
  void fill();
  unsigned char byte();
  std::uint64_t read_varint();
  void seek(std::uint64_t position);
  void expect(WireType type);

  const Source& source_;
  std::uint64_t position_ = 0;
  std::uint64_t end_;
  std::uint32_t field_ = 0;
  WireType type_ = WireType::kVarint;
  std::uint64_t field_offset_ = 0;
  std::vector<char> buffer_;
  std::uint64_t buffer_start_ = 0;
  std::size_t buffer_size_ = 0;
};

}  // namespace tracegate::ir
