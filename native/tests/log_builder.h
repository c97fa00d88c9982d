// Builds event files in memory for native tests and fuzzers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/crc32c.h"

namespace sightline::testing {

inline std::string raw(const void* data, size_t size) { return {static_cast<const char*>(data), size}; }

template <typename T>
std::string fixed(T value) {
  return raw(&value, sizeof value);
}

inline std::string varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<char>(value | 0x80));
  bytes.push_back(static_cast<char>(value));
  return bytes;
}

inline std::string key(uint32_t field, uint32_t wire) { return varint(field << 3 | wire); }
inline std::string sized(uint32_t field, std::string_view bytes) {
  return key(field, 2) + varint(bytes.size()) + std::string(bytes);
}

inline std::string header(uint64_t length) {
  const std::string bytes = fixed(length);
  return bytes + fixed(masked_crc32c(bytes.data(), 8));
}
inline std::string frame(std::string_view data) {
  return header(data.size()) + std::string(data) + fixed(masked_crc32c(data.data(), data.size()));
}

inline std::string event(double wall_time, int64_t step, std::string_view rest) {
  return key(1, 1) + fixed(wall_time) + (step ? key(2, 0) + varint(static_cast<uint64_t>(step)) : "") +
         std::string(rest);
}
inline std::string summary(std::string_view value) { return sized(5, sized(1, value)); }
inline std::string scalar(std::string_view tag, int64_t step, float value, double wall_time = 1.0) {
  return event(wall_time, step, summary(sized(1, tag) + key(2, 5) + fixed(value)));
}
inline std::string version() { return event(0.5, 0, sized(3, "brain.Event:2")); }

}  // namespace sightline::testing
