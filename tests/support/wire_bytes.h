// Protobuf's wire format by hand, for bytes that no library would write.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tracegate::test {

inline std::string varint(std::uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7) out += static_cast<char>((value & 0x7F) | 0x80);
  out += static_cast<char>(value);
  return out;
}

inline std::string tag(std::uint32_t field, unsigned wire_type) { return varint(std::uint64_t{field} << 3 | wire_type); }

inline std::string number_field(std::uint32_t field, std::uint64_t value) { return tag(field, 0).append(varint(value)); }

// A text, a message or a packed list.
inline std::string bytes_field(std::uint32_t field, std::string_view bytes) {
  return tag(field, 2).append(varint(bytes.size())).append(bytes);
}

}  // namespace tracegate::test
