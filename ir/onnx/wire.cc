#include "ir/onnx/wire.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/text/error.h"

namespace tracegate::ir {

Wire::Wire(const Source& source) : source_(source), end_(source.size()), buffer_(kBufferBytes) {}

void Wire::fail(std::string_view what) const { throw ReadError(fmt::format("{} at offset {}", what, field_offset_)); }

void Wire::fill() {
  buffer_start_ = position_;
  buffer_size_ = source_.read(position_, buffer_.data(), buffer_.size());
  if (buffer_size_ == 0) {
    throw ReadError(fmt::format("ends at offset {}, but {} bytes were there when it was opened", position_, source_.size()));
  }
}

inline unsigned char Wire::byte() {
  if (position_ < buffer_start_ || position_ - buffer_start_ >= buffer_size_) fill();
  return static_cast<unsigned char>(buffer_[static_cast<std::size_t>(position_++ - buffer_start_)]);
}

std::uint64_t Wire::read_varint() {
  // Nearly all are tags and short lengths: one byte that is in the buffer.
  const std::uint64_t at = position_ - buffer_start_;
  if (position_ >= buffer_start_ && at < buffer_size_ && position_ < end_) {
    const auto only = static_cast<unsigned char>(buffer_[static_cast<std::size_t>(at)]);
    if (only < 0x80) {
      ++position_;
      return only;
    }
  }
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (position_ >= end_) fail("a number is cut off");
    const unsigned char next = byte();
    value |= static_cast<std::uint64_t>(next & 0x7F) << shift;
    if ((next & 0x80) == 0) {
      if (shift == 63 && next > 1) break;
      return value;
    }
  }
  fail("a number is longer than 64 bits");
}

bool Wire::next() {
  if (position_ == end_) return false;
  field_offset_ = position_;
  const std::uint64_t tag = read_varint();
  const std::uint64_t number = tag >> 3;
  if (number == 0 || number > 536'870'911) fail("no protobuf field starts here: not an ONNX file, or damaged,");
  field_ = static_cast<std::uint32_t>(number);
  switch (tag & 7) {
    case 0:
    case 1:
    case 2:
    case 5:
      type_ = static_cast<WireType>(tag & 7);
      return true;
    default:
      fail(fmt::format("wire type {} is not used by ONNX: not an ONNX file, or damaged,", tag & 7));
  }
}

void Wire::expect(WireType type) {
  if (type_ != type) {
    fail(fmt::format("field {} has wire type {}, expected {}", field_, static_cast<int>(type_), static_cast<int>(type)));
  }
}

std::uint64_t Wire::varint() {
  expect(WireType::kVarint);
  return read_varint();
}

std::uint32_t Wire::fixed32() {
  expect(WireType::kFixed32);
  if (end_ - position_ < 4) fail("a number is cut off");
  std::uint32_t value = 0;
  for (unsigned shift = 0; shift < 32; shift += 8) value |= static_cast<std::uint32_t>(byte()) << shift;
  return value;
}

std::uint64_t Wire::length() {
  expect(WireType::kBytes);
  const std::uint64_t length = read_varint();
  if (length > end_ - position_) {
    fail(fmt::format("field {} claims {} bytes, but {} are left in what holds it: cut off or damaged,", field_, length, end_ - position_));
  }
  return length;
}

std::uint64_t Wire::enter() {
  const std::uint64_t outer = end_;
  const std::uint64_t inner = length();
  end_ = position_ + inner;
  return outer;
}

void Wire::leave(std::uint64_t outer_end) {
  seek(end_);
  end_ = outer_end;
}

void Wire::append_bytes(std::string& to, std::uint64_t at_most, std::string_view what) {
  std::uint64_t left = length();
  if (left > at_most) fail(fmt::format("{} has {} bytes, at most {} are read,", what, left, at_most));
  while (left > 0) {
    if (position_ < buffer_start_ || position_ - buffer_start_ >= buffer_size_) fill();
    const auto start = static_cast<std::size_t>(position_ - buffer_start_);
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, buffer_size_ - start));
    to.append(buffer_.data() + start, count);
    position_ += count;
    left -= count;
  }
}

void Wire::seek(std::uint64_t position) { position_ = position; }

void Wire::skip() {
  switch (type_) {
    case WireType::kVarint:
      read_varint();
      return;
    case WireType::kFixed64:
      if (end_ - position_ < 8) fail("a number is cut off");
      position_ += 8;
      return;
    case WireType::kFixed32:
      if (end_ - position_ < 4) fail("a number is cut off");
      position_ += 4;
      return;
    case WireType::kBytes: {
      const std::uint64_t size = length();
      position_ += size;
      return;
    }
  }
}

}  // namespace tracegate::ir
