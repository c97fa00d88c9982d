// The plainest scalar event, recognized as a whole: wall time, step, one value with a tag and a float.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/bytes.h"

namespace sightline {

struct PlainScalar {
  double wall_time;
  int64_t step;
  std::string_view tag;
  float value;
};

// Reads a varint that ends before `end`; null where it does not end there.
inline const uint8_t* read_varint(const uint8_t* at, const uint8_t* end, uint64_t& value) {
  value = 0;
  for (int shift = 0; shift < 70 && at < end; shift += 7) {
    const uint8_t byte = *at++;
    value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return at;
  }
  return nullptr;
}

// True only where every byte is accounted for: the fields that every writer known writes, in field order,
// with lengths of one byte. Everything else goes through parse_event(), with the same result.
inline bool parse_plain_scalar(const uint8_t* at, uint64_t length, PlainScalar& scalar) {
  constexpr uint64_t kLeast = 9 + 11;  // wall time; summary, value and tag heads, and the float
  if (length < kLeast || at[0] != 0x09) return false;
  const uint8_t* const end = at + length;
  scalar.wall_time = load<double>(at + 1);
  at += 9;
  uint64_t step = 0;
  if (*at == 0x10) {
    at = read_varint(at + 1, end, step);
    if (at == nullptr || end - at < 11) return false;
  }
  const auto left = static_cast<uint64_t>(end - at);  // 2a n 0a n 0a n tag… 15 ffff
  if (left > 0x7f + 2 || at[0] != 0x2a || at[2] != 0x0a || at[4] != 0x0a) return false;
  if (at[1] != left - 2 || at[3] != left - 4 || at[5] != left - 11 || end[-5] != 0x15) return false;
  scalar.step = static_cast<int64_t>(step);
  scalar.tag = {reinterpret_cast<const char*>(at + 6), static_cast<size_t>(left - 11)};
  scalar.value = load<float>(end - 4);
  return true;
}

}  // namespace sightline
