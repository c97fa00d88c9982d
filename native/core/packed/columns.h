// Columns of many series in few bytes: made small for gzip, and equal bit by bit when they are read back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sightline {

enum class PackedType : uint8_t { kInt64, kFloat64, kFloat32, kUint8 };

constexpr size_t bytes_of(PackedType type) {
  return type == PackedType::kUint8 ? 1 : type == PackedType::kFloat32 ? 4 : 8;
}

// `size` values in memory that `data` keeps alive; equal columns share it.
struct PackedColumn {
  std::string name;
  PackedType type = PackedType::kInt64;
  size_t size = 0;
  std::shared_ptr<const void> data;

  // The values; null unless the column is of this type.
  template <class T>
  const T* as(PackedType wanted) const {
    return type == wanted ? static_cast<const T*>(data.get()) : nullptr;
  }
};

// A series: its tag and its columns.
struct PackedItem {
  std::string name;
  std::vector<PackedColumn> columns;

  const PackedColumn* find(std::string_view column) const;
};

// Each column becomes what gzip makes least of: its values, their differences, or their differences to the
// column of the same name in an earlier item, split into planes of bytes. A column that is there already is
// written once.
std::vector<uint8_t> pack_columns(std::span<const PackedItem> items);

// Nothing where the bytes are damaged. What is allocated is at most 8 times their number.
std::optional<std::vector<PackedItem>> unpack_columns(std::span<const uint8_t> bytes);

}  // namespace sightline
