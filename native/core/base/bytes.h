// Little-endian loads from bytes of any alignment.
#pragma once

#include <cstdint>
#include <cstring>

namespace sightline {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "event files are little-endian, and so are we");

template <typename T>
inline T load(const void* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace sightline
