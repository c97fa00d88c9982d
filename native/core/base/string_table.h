// Interned text: each distinct string once, known by a number.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/column.h"

namespace sightline {

// A fast hash for tables in memory; not stable between versions.
uint64_t hash_text(std::string_view text);

class StringTable {
 public:
  StringTable();  // 0 is the empty string
  uint32_t intern(std::string_view text);
  // The number of a string that is known, or `kNone`.
  static constexpr uint32_t kNone = 0xffffffffu;
  uint32_t find(std::string_view text) const;

  size_t size() const { return offsets_.size() - 1; }
  std::string_view operator[](uint32_t id) const {
    return {bytes_.data() + offsets_[id], static_cast<size_t>(offsets_[id + 1] - offsets_[id])};
  }
  // Hands out what was interned, as one run of bytes and where each string begins.
  void release(Column<uint64_t>& offsets, Column<char>& bytes);

 private:
  size_t slot_of(std::string_view text, uint32_t hash) const;
  void grow();

  std::vector<char> bytes_;
  std::vector<uint64_t> offsets_;
  std::vector<uint32_t> hashes_;
  std::vector<uint32_t> slots_;  // numbers plus one; 0 is free
};

}  // namespace sightline
