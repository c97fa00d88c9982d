// Decodes one-element tensors of every numeric type, from raw content or from the type's own field.
#include "core/events/tensor_scalar.h"

#include <cmath>
#include <cstdint>

#include "core/events/wire_cursor.h"

namespace sightline {
namespace {

enum DataType : uint64_t {
  kFloat = 1,
  kDouble = 2,
  kInt32 = 3,
  kUint8 = 4,
  kInt16 = 5,
  kInt8 = 6,
  kInt64 = 9,
  kBool = 10,
  kBfloat16 = 14,
  kUint16 = 17,
  kHalf = 19,
  kUint32 = 22,
  kUint64 = 23,
};

double half_to_double(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  double magnitude;
  if (exponent == 31)
    magnitude = fraction ? std::nan("") : INFINITY;
  else if (exponent == 0)
    magnitude = std::ldexp(fraction, -24);
  else
    magnitude = std::ldexp(fraction + 1024, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

double bfloat16_to_double(uint16_t bits) {
  const uint32_t bits32 = static_cast<uint32_t>(bits) << 16;
  return load<float>(&bits32);
}

// How a type is stored: in which repeated field, and in how many raw bytes.
struct Layout {
  uint32_t field;
  WireType wire;
  size_t size;
};

bool find_layout(uint64_t type, Layout& layout) {
  switch (type) {
    case kFloat:
      layout = {5, kFixed32, 4};
      return true;
    case kDouble:
      layout = {6, kFixed64, 8};
      return true;
    case kInt32:
      layout = {7, kVarint, 4};
      return true;
    case kUint16:
    case kInt16:
      layout = {7, kVarint, 2};
      return true;
    case kUint8:
    case kInt8:
      layout = {7, kVarint, 1};
      return true;
    case kInt64:
      layout = {10, kVarint, 8};
      return true;
    case kBool:
      layout = {11, kVarint, 1};
      return true;
    case kHalf:
    case kBfloat16:
      layout = {13, kVarint, 2};
      return true;
    case kUint32:
      layout = {16, kVarint, 4};
      return true;
    case kUint64:
      layout = {17, kVarint, 8};
      return true;
    default:
      return false;
  }
}

double to_double(uint64_t type, uint64_t bits) {
  switch (type) {
    case kFloat:
      return load<float>(&bits);
    case kDouble:
      return load<double>(&bits);
    case kInt32:
      return static_cast<double>(static_cast<int32_t>(bits));
    case kUint8:
      return static_cast<double>(static_cast<uint8_t>(bits));
    case kInt16:
      return static_cast<double>(static_cast<int16_t>(bits));
    case kInt8:
      return static_cast<double>(static_cast<int8_t>(bits));
    case kInt64:
      return static_cast<double>(static_cast<int64_t>(bits));
    case kBool:
      return bits != 0;
    case kBfloat16:
      return bfloat16_to_double(static_cast<uint16_t>(bits));
    case kUint16:
      return static_cast<double>(static_cast<uint16_t>(bits));
    case kHalf:
      return half_to_double(static_cast<uint16_t>(bits));
    case kUint32:
      return static_cast<double>(static_cast<uint32_t>(bits));
    default:
      return static_cast<double>(bits);
  }
}

bool is_wide(uint64_t type) {
  return type == kDouble || type == kInt32 || type == kInt64 || type == kUint32 || type == kUint64;
}

// Whether a shape has exactly one element: every dimension is 1, or there is none.
bool is_one_element(std::string_view shape) {
  WireCursor cursor(shape);
  while (cursor.left() > 0) {
    uint32_t key;
    uint64_t number;
    if (!read_key(cursor, key)) return false;
    if (key == wire_key(3, kVarint)) {  // unknown rank
      if (!cursor.varint(number) || number) return false;
    } else if (key == wire_key(2, kBytes)) {
      std::string_view dim;
      if (!cursor.varint(number) || !cursor.view(number, dim)) return false;
      uint64_t size = 0;
      for (WireCursor inner(dim); inner.left() > 0;) {
        if (!read_key(inner, key)) return false;
        if (key == wire_key(1, kVarint) ? !inner.varint(size) : !skip_field(inner, key)) return false;
      }
      if (size != 1) return false;
    } else if (!skip_field(cursor, key)) {
      return false;
    }
  }
  return true;
}

bool read_number(WireCursor& cursor, WireType wire, uint64_t& bits) {
  if (wire == kVarint) return cursor.varint(bits);
  if (wire == kFixed64) return cursor.fixed64(bits);
  uint32_t narrow = 0;
  const bool read = cursor.fixed32(narrow);
  bits = narrow;
  return read;
}

// The elements of a repeated number field, packed or not: how many, and the last one's bits.
struct Elements {
  size_t count = 0;
  uint64_t bits = 0;
};

bool read_elements(std::string_view tensor, const Layout& layout, Elements& elements) {
  for (WireCursor cursor(tensor); cursor.left() > 0;) {
    uint32_t key;
    if (!read_key(cursor, key)) return false;
    if (key == wire_key(layout.field, layout.wire)) {
      if (!read_number(cursor, layout.wire, elements.bits)) return false;
      ++elements.count;
    } else if (key == wire_key(layout.field, kBytes)) {
      uint64_t length;
      std::string_view packed;
      if (!cursor.varint(length) || !cursor.view(length, packed)) return false;
      for (WireCursor inner(packed); inner.left() > 0; ++elements.count)
        if (!read_number(inner, layout.wire, elements.bits)) return false;
    } else if (!skip_field(cursor, key)) {
      return false;
    }
  }
  return true;
}

struct TensorHead {
  uint64_t type = 0;
  bool one_element = true;
  std::string_view content;
};

bool read_head(std::string_view tensor, TensorHead& head) {
  for (WireCursor cursor(tensor); cursor.left() > 0;) {
    uint32_t key;
    uint64_t length;
    std::string_view bytes;
    if (!read_key(cursor, key)) return false;
    if (key == wire_key(1, kVarint)) {
      if (!cursor.varint(head.type)) return false;
    } else if (key == wire_key(2, kBytes) || key == wire_key(4, kBytes)) {
      if (!cursor.varint(length) || !cursor.view(length, bytes)) return false;
      if (key >> 3 == 4)
        head.content = bytes;
      else
        head.one_element = head.one_element && is_one_element(bytes);
    } else if (!skip_field(cursor, key)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool decode_tensor_scalar(std::string_view tensor, TensorScalar& scalar) {
  TensorHead head;
  Layout layout{};
  if (!read_head(tensor, head) || !head.one_element || !find_layout(head.type, layout)) return false;
  Elements elements;
  if (!head.content.empty()) {
    if (head.content.size() != layout.size) return false;
    std::memcpy(&elements.bits, head.content.data(), layout.size);
  } else if (!read_elements(tensor, layout, elements) || elements.count > 1) {
    return false;
  }
  scalar = {to_double(head.type, elements.bits), is_wide(head.type)};  // no element at all stands for zero
  return true;
}

}  // namespace sightline
