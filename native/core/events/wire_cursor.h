// A protobuf wire-format cursor over bytes in memory.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/bytes.h"

namespace sightline {

enum WireType : uint32_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

constexpr uint32_t wire_key(uint32_t field, WireType type) { return field << 3 | type; }

// Every read returns false at the end of the bytes or on a malformed number, and the cursor is then spent.
class WireCursor {
 public:
  // `offset` is the position() of the first byte.
  WireCursor(const uint8_t* begin, const uint8_t* end, uint64_t offset = 0)
      : at_(begin), end_(end), origin_(begin), offset_(offset) {}
  explicit WireCursor(std::string_view bytes)
      : WireCursor(reinterpret_cast<const uint8_t*>(bytes.data()),
                   reinterpret_cast<const uint8_t*>(bytes.data()) + bytes.size()) {}

  uint64_t position() const { return offset_ + static_cast<uint64_t>(at_ - origin_); }
  uint64_t left() const { return static_cast<uint64_t>(end_ - at_); }

  bool varint(uint64_t& value) {
    if (at_ < end_ && *at_ < 0x80) {
      value = *at_++;
      return true;
    }
    return long_varint(value);
  }
  bool fixed32(uint32_t& value) { return fixed(value); }
  bool fixed64(uint64_t& value) { return fixed(value); }
  bool skip(uint64_t size) {
    if (size > left()) return false;
    at_ += size;
    return true;
  }
  // The next bytes, which stay where they are as long as the record does.
  bool view(uint64_t size, std::string_view& bytes) {
    if (size > left()) return false;
    bytes = {reinterpret_cast<const char*>(at_), static_cast<size_t>(size)};
    at_ += size;
    return true;
  }

 private:
  template <typename T>
  bool fixed(T& value) {
    if (left() < sizeof(T)) return false;
    value = load<T>(at_);
    at_ += sizeof(T);
    return true;
  }
  bool long_varint(uint64_t& value) {
    value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (at_ == end_) return false;
      const uint8_t byte = *at_++;
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }

  const uint8_t* at_;
  const uint8_t* end_;
  const uint8_t* origin_;
  uint64_t offset_;
};

// Reads a field's key; false where there is none or its number is invalid.
template <typename Cursor>
bool read_key(Cursor& cursor, uint32_t& key) {
  uint64_t number;
  if (!cursor.varint(number) || number > 0xffffffffu || number < 8) return false;
  key = static_cast<uint32_t>(number);
  return true;
}

// Skips a field; false on groups, which no event has.
template <typename Cursor>
bool skip_field(Cursor& cursor, uint32_t key) {
  uint64_t size;
  switch (key & 7) {
    case kVarint:
      return cursor.varint(size);
    case kFixed64:
      return cursor.skip(8);
    case kBytes:
      return cursor.varint(size) && cursor.skip(size);
    case kFixed32:
      return cursor.skip(4);
    default:
      return false;
  }
}

}  // namespace sightline
