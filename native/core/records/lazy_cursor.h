// A wire-format cursor over a record that is not in memory: reads small windows, jumps over payloads.
#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "core/base/bytes.h"
#include "core/records/read_buffer.h"

namespace sightline {

// The same interface as WireCursor; positions are offsets in the file. Views are copies that live as long as
// the cursor.
class LazyCursor {
 public:
  LazyCursor(ReadBuffer& buffer, uint64_t begin, uint64_t end) : buffer_(buffer), at_(begin), end_(end) {}

  uint64_t position() const { return at_; }

  bool varint(uint64_t& value) {
    value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (!here(1)) return false;
      const uint8_t byte = *buffer_.at(at_++);
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }
  bool fixed32(uint32_t& value) { return fixed(value); }
  bool fixed64(uint64_t& value) { return fixed(value); }
  bool skip(uint64_t size) {
    if (size > end_ - at_) return false;
    at_ += size;
    if (!buffer_.contains(at_, 0)) buffer_.expect_jump();
    return true;
  }
  bool view(uint64_t size, std::string_view& bytes) {
    if (!here(size)) return false;
    bytes = copies_.emplace_back(reinterpret_cast<const char*>(buffer_.at(at_)), static_cast<size_t>(size));
    at_ += size;
    return true;
  }

 private:
  bool here(uint64_t size) {
    return size <= end_ - at_ &&
           (buffer_.contains(at_, size) || buffer_.fill(at_, static_cast<size_t>(size)));
  }
  template <typename T>
  bool fixed(T& value) {
    if (!here(sizeof(T))) return false;
    value = load<T>(buffer_.at(at_));
    at_ += sizeof(T);
    return true;
  }

  ReadBuffer& buffer_;
  uint64_t at_;
  uint64_t end_;
  std::deque<std::string> copies_;
};

}  // namespace sightline
