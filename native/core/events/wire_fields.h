// The fields of a protobuf message in memory, one after the other: no message is built.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/events/wire_cursor.h"

namespace sightline {

// A field of a message: its number, and its value as a number or as bytes.
struct WireField {
  uint32_t number = 0;
  uint64_t value = 0;
  std::string_view bytes;
};

// Calls use(field) for the fields of a message; false where it breaks off.
template <class Use>
bool for_each_field(std::string_view message, Use use) {
  WireCursor cursor(message);
  while (cursor.left() > 0) {
    uint32_t key;
    if (!read_key(cursor, key)) return false;
    WireField field;
    field.number = key >> 3;
    uint64_t size;
    uint32_t word;
    bool is_good = false;
    switch (key & 7) {
      case kVarint:
        is_good = cursor.varint(field.value);
        break;
      case kFixed64:
        is_good = cursor.fixed64(field.value);
        break;
      case kFixed32:
        is_good = cursor.fixed32(word);
        if (is_good) field.value = word;
        break;
      case kBytes:
        is_good = cursor.varint(size) && cursor.view(size, field.bytes);
        break;
      default:
        break;
    }
    if (!is_good) return false;
    use(field);
  }
  return true;
}

}  // namespace sightline
