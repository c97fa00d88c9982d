// The layout of packed columns. Numbers are LEB128, texts their length and UTF-8:
//   "SLP1", number of items, and for each: its name, number of columns, and for each of these:
//   its name, type, number of values, coding, [position of the other column,] number of planes, the planes.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/packed/columns.h"

namespace sightline {

constexpr std::string_view kPackedMagic = "SLP1";

// Calls use(Word{}) with the unsigned word of a type's width.
template <class Use>
decltype(auto) with_word(PackedType type, Use&& use) {
  if (type == PackedType::kUint8) return use(uint8_t{});
  if (type == PackedType::kFloat32) return use(uint32_t{});
  return use(uint64_t{});
}

}  // namespace sightline
